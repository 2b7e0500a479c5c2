import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Nothing to look at: there is no bot, or its users were not shared. */
export function NoUsers({ bot }: { bot: Bot | null }) {
  const { t } = useTranslation();
  const reason = bot ? 'noAccess' : 'noBot';
  return (
    <EmptyState
      icon={<IconRobot size={36} stroke={1.4} />}
      title={t(`Users.${reason}.title`)}
      text={t(`Users.${reason}.text`)}
    >
      {!bot && <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>}
    </EmptyState>
  );
}
