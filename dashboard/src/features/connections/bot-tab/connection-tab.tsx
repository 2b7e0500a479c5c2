import { api, type Bot, type Connection } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { keepBot, may } from '../../../platform/session/bot-data.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { RotateDialog } from '../../bots/public/rotate-dialog.tsx';
import { connectionQuery, refreshConnection } from '../public/connection-data.ts';
import { Problems } from '../public/problems.tsx';
import { ConnectionSection } from '../sections/connection-section.tsx';
import { OutgoingSection } from '../sections/outgoing-section.tsx';
import { TokenDialog } from '../token/token-dialog.tsx';

/** Sections for incoming updates and outgoing calls, and for the two secrets: the token and the API key. */
export function ConnectionTab({ bot }: { bot: Bot }) {
  // A key that was just made: the samples hold it until the page is left.
  const [apiKey, setApiKey] = useState<string | null>(null);
  return (
    <>
      <Problems bot={bot} />
      <ConnectionSection bot={bot} apiKey={apiKey} />
      <OutgoingSection bot={bot} apiKey={apiKey} />
      <TokenSection bot={bot} />
      {may(bot, 'secure.manage') && <ApiKeySection bot={bot} onKey={setApiKey} />}
    </>
  );
}

/** The bot's token: whether it is here, and to add, change or delete it. Other pages link to it as `#token`. */
function TokenSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'set' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <div id="token">
      <Section title={t('Connection.tokenSection.title')}>
        <p>{t(bot.has_token ? 'Connection.tokenSection.has' : 'Connection.tokenSection.none')}</p>
        {may(bot, 'secure.manage') && (
          <Flex gap={8} wrap="wrap">
            <Button variant="default" onClick={() => setDialog('set')}>
              {t(bot.has_token ? 'Connection.tokenSection.change' : 'Connection.tokenSection.add')}
            </Button>
            {bot.has_token && (
              <Button variant="outline" color="red.8" c="var(--bs-bad)" onClick={() => setDialog('remove')}>
                {t('Connection.tokenSection.remove')}
              </Button>
            )}
          </Flex>
        )}
      </Section>
      {dialog === 'set' && <TokenDialog bot={bot} onClose={close} />}
      {dialog === 'remove' && <RemoveTokenDialog bot={bot} onClose={close} />}
    </div>
  );
}

/** Says what happens to the webhook, then forgets the token. */
function RemoveTokenDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
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

/** The bot's API key, of which only the public half can be shown, and the way to a new one. */
function ApiKeySection({ bot, onKey }: { bot: Bot; onKey: (key: string) => void }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  return (
    <Section
      title={t('Bots.apiKey.title')}
      actions={
        <Button variant="default" size="compact-md" onClick={() => setConfirming(true)}>
          {t('Bots.rotate')}
        </Button>
      }
    >
      <p>{t('Bots.apiKey.text')}</p>
      <code>{bot.key}:••••••••••••••••</code>
      {confirming && <RotateDialog bot={bot} onClose={() => setConfirming(false)} onKey={onKey} />}
    </Section>
  );
}
