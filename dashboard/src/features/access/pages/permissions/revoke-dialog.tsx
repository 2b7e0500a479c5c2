import { api, type Bot, type Member } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import classes from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { keepMembers, nameOf } from '../../public/members-data.ts';
import { lowered, useSummary } from './use-summary.ts';

/** Says what someone loses before it is taken away. */
export function RevokeDialog({ bot, member, onClose }: { bot: Bot; member: Member; onClose(): void }) {
  const { t } = useTranslation();
  const summary = useSummary();
  const name = nameOf(member);
  const { busy, run: revoke } = useAction(async () => {
    const params = { key: bot.key, account: member.account_key };
    keepMembers(bot.key, await call(api.revokeMember, { params }));
    showDone(t('Permissions.revoke.done', { name }));
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={t('Permissions.revoke.title', { name })}>
      <div className={classes.body}>
        <p>{t('Permissions.revoke.loses', { what: lowered(summary(member)) })}</p>
        <p>{t('Permissions.revoke.text')}</p>
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('General.Cancel')}
          </Button>
          <Button color="red.8" loading={busy} onClick={revoke}>
            {t('Permissions.revoke.submit')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
