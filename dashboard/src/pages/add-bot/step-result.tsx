import { Button } from '@mantine/core';
import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useBotLive } from '../bots/bot-live.ts';

/** What came of it, and where to go from here. */
export function StepResult({ botKey, onAnother }: { botKey: string; onAnother: () => void }) {
  const { t } = useTranslation();
  const bot = useSession().bots[botKey];
  useBotLive(botKey);
  const name = bot?.bot_name ?? '';
  const connected = bot?.status === true;
  const Icon = connected ? IconCircleCheck : IconClock;
  return (
    <EmptyState
      icon={<Icon size={36} stroke={1.4} />}
      title={connected ? t('AddBot.result.connected', { name }) : t('AddBot.result.pending', { name })}
      text={connected ? t('AddBot.result.connectedText') : t('AddBot.result.pendingText')}
    >
      <Button renderRoot={(props) => <Link to="/" search={{ bot: botKey }} {...props} />}>
        {t('AddBot.result.dashboard')}
      </Button>
      <Button variant="default" renderRoot={(props) => <Link to="/bots/$key" params={{ key: botKey }} {...props} />}>
        {t('AddBot.result.settings')}
      </Button>
      <Button variant="subtle" onClick={onAnother}>
        {t('AddBot.result.another')}
      </Button>
    </EmptyState>
  );
}
