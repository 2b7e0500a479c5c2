import { api, type Bot, roleKeys } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { dropBot } from '../../../../platform/session/bot-data.ts';
import { useSession } from '../../../../platform/session/session.ts';
import classes from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Section } from '../../../../ui/section.tsx';
import { useOpened } from './use-opened.ts';
import { lowered, useSummary } from './use-summary.ts';

/** For colleagues who do not own the bot: what they may do, and how to leave. */
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

/** Gives one's own access back. */
function LeaveDialog({ bot, onClose }: { bot: Bot; onClose(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = bot.bot_name;
  const { busy, run: leave } = useAction(async () => {
    await call(api.leaveBot, { params: { key: bot.key } });
    await navigate({ to: '/bots', search: ({ lang }) => ({ lang, bot: undefined }), replace: true });
    dropBot(bot.key);
    showDone(t('Permissions.yours.left', { name }));
  });
  return (
    <Dialog onClose={onClose} title={t('Permissions.yours.leaveTitle', { name })}>
      <div className={classes.body}>
        <p>{t('Permissions.yours.leaveText')}</p>
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('General.Cancel')}
          </Button>
          <Button color="red.8" loading={busy} onClick={leave}>
            {t('Permissions.yours.leaveSubmit')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
