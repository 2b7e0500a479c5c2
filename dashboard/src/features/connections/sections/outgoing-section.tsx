import { api, type Bot, type SendMethod, sendMethods } from '@botscope/contract';
import { Box, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may, refreshBot } from '../../../platform/session/bot-data.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { RootAddress } from '../connection/addresses.tsx';
import { Choices } from '../connection/choices.tsx';
import { connectionQuery, keepConnection } from '../public/connection-data.ts';
import { CodeSamples } from '../samples/code-samples.tsx';

/** Choice of how the bot's own calls reach us, with the lines for it. `apiKey`: a key just created. */
export function OutgoingSection({ bot, apiKey = null }: { bot: Bot; apiKey?: string | null }) {
  const { t } = useTranslation();
  const canView = may(bot, 'secure.view');
  const { data: connection, isPending } = useQuery({ ...connectionQuery(bot.key), enabled: canView });
  const method = connection?.delivery_method_send ?? bot.delivery_method_send;
  const { busy, run: choose } = useAction(async (delivery_method_send: SendMethod) => {
    const params = { key: bot.key };
    keepConnection(bot.key, await call(api.setOutgoing, { params, body: { delivery_method_send } }));
    await refreshBot(bot.key);
    showDone(t('Connection.outgoing.done'));
  });
  // If the bot polls through us, the lines of the incoming side also cover its calls.
  const sameRoot = connection?.delivery_method === 'getUpdates';
  return (
    <Section title={t('Connection.outgoing.title')} actions={<SendStatus bot={bot} method={method} />}>
      <Stack gap={20} miw={0}>
        <Choices<SendMethod>
          legend={t('Connection.outgoing.label')}
          value={method}
          disabled={busy || !may(bot, 'secure.manage')}
          choices={sendMethods.map((value) => ({
            value,
            name: t(`Connection.outgoing.${value}`),
            text: t(`Connection.outgoing.${value}Text`),
          }))}
          onChoose={choose}
        />
        {canView && isPending && <Skeleton height={96} />}
        {canView && !isPending && !connection && <Notice tone="warn">{t('Connection.loadFailed')}</Notice>}
        {connection && method === 'proxy' && !sameRoot && (
          <RootAddress connection={connection} text={t('Connection.paste.callsText')} />
        )}
        {connection && method === 'api' && <CodeSamples way="calls" apiKey={apiKey} />}
      </Stack>
    </Section>
  );
}

function SendStatus({ bot, method }: { bot: Bot; method: SendMethod }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (method === 'off')
    return (
      <Box component="span" c="dimmed" maw="68ch">
        {t('Connection.outgoing.offStatus')}
      </Box>
    );
  if (!bot.status_send) return <StatusDot good={false} label={t('Connection.outgoing.waiting')} />;
  const last = bot.last_call_at && `${t('Connection.outgoing.last')}: ${format.moment(bot.last_call_at)}`;
  return <StatusDot good label={last || t('Connection.outgoing.active')} />;
}
