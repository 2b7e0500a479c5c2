import { type Bot, roleKeys } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../../platform/session/session.ts';
import { Section } from '../../../../ui/section.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { useOpened } from './use-opened.ts';
import { lowered, useSummary } from './use-summary.ts';

/** For people who do not own the bot: what they may do, and how to leave. */
export function YourAccessSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const summary = useSummary();
  const { opened, open, close } = useOpened();
  const { role, permissions, reports } = bot;
  const owner = useSession().owners[bot.key];
  const roleOwnKeys = role === 'viewer' || role === 'analyst' || role === 'manager' ? roleKeys[role] : [];
  const summaryText = summary({ role, keys: permissions.filter((key) => !roleOwnKeys.includes(key)), reports });
  return (
    <Section
      title={t('Permissions.yours.title')}
      actions={
        <Button variant="default" size="compact-md" onClick={() => open('leave')}>
          {t('Permissions.yours.leave')}
        </Button>
      }
    >
      <p>
        {owner ? t('Permissions.yours.text', { name: owner }) : t('Permissions.yours.textUnknown')}{' '}
        {t('Permissions.yours.can', { what: lowered(summaryText) })}
      </p>
      {opened === 'leave' && <LeaveDialog bot={bot} onClose={close} />}
    </Section>
  );
}
