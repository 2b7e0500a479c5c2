import { api, type Bot, type Connection } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { keepBot } from '../../../platform/session/bot-data.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { connectionQuery, refreshConnection } from '../public/connection-data.ts';

/** Says what happens to the webhook, then forgets the token. */
export function RemoveTokenDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: connection, isPending } = useQuery(connectionQuery(bot.key));
  const { busy, run: remove } = useAction(async () => {
    keepBot(await call(api.removeToken, { params: { key: bot.key } }));
    await refreshConnection(bot.key);
    showDone(t('Connection.tokenSection.removed'));
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={t('Connection.tokenSection.removeTitle', { name: bot.bot_name })}>
      <div className={classes.body}>
        {connection && <p>{whatHappens(t, connection)}</p>}
        <p>{t('Connection.tokenSection.removeRest')}</p>
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('General.Cancel')}
          </Button>
          <Button color="red.8" loading={busy} disabled={isPending} onClick={remove}>
            {t('Connection.tokenSection.remove')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}

function whatHappens(t: TFunction, { connection_type, delivery_method, former_webhook: url }: Connection): string {
  if (connection_type !== 'auto') return t('Connection.tokenSection.removeOther');
  if (delivery_method === 'getUpdates') return t('Connection.tokenSection.removePolling');
  return url ? t('Connection.tokenSection.removeFormer', { url }) : t('Connection.tokenSection.removeHook');
}
