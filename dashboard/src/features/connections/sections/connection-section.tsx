import { api, type Bot, type Connection, type WebhookTest } from '@botscope/contract';
import { Box, Button, Flex, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { BotStatusDot } from '../../bots/public/bot-status-dot.tsx';
import { HookAddress, RootAddress } from '../connection/addresses.tsx';
import { ChangeDialog } from '../connection/change-dialog.tsx';
import { detectFeed } from '../connection/draft.ts';
import classes from '../connection/fields.module.css';
import { TestResult } from '../connection/test-result.tsx';
import { connectionQuery } from '../public/connection-data.ts';
import { CodeSamples } from '../samples/code-samples.tsx';

/** Shows how updates reach us, with the addresses to paste and what can be changed. `apiKey`: a key just created. */
export function ConnectionSection({ bot, apiKey = null }: { bot: Bot; apiKey?: string | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [changing, setChanging] = useState(false);
  const canView = may(bot, 'secure.view');
  // Waiting updates come and go without the bot itself changing.
  const query = { ...connectionQuery(bot.key), enabled: canView, refetchInterval: 30_000 };
  const { data: connection, isPending } = useQuery(query);
  const moment = (value: string | null) => (value ? format.moment(value) : t('Connection.facts.none'));
  return (
    <Section
      title={t('Connection.title')}
      actions={
        <Flex gap={8} wrap="wrap">
          <BotStatusDot bot={bot} />
          {connection && may(bot, 'secure.manage') && (
            <Button variant="default" size="compact-md" onClick={() => setChanging(true)}>
              {t('Connection.change')}
            </Button>
          )}
        </Flex>
      }
    >
      <Stack gap={20} miw={0}>
        <Facts
          facts={[
            [t('Connection.facts.how'), t(`Connection.ways.${detectWay(connection ?? bot)}`)],
            [t('Connection.facts.first'), moment(bot.first_update_at)],
            [t('Connection.facts.last'), moment(bot.last_update_at)],
            ...(connection ? connectionFacts(t, connection) : []),
          ]}
        />
        {canView && isPending && <Skeleton height={96} />}
        {canView && !isPending && !connection && <Notice tone="warn">{t('Connection.loadFailed')}</Notice>}
        {connection && <Pasted bot={bot} connection={connection} apiKey={apiKey} />}
      </Stack>
      {changing && connection && <ChangeDialog bot={bot} connection={connection} onClose={() => setChanging(false)} />}
    </Section>
  );
}

/** The lines and addresses of the way that was chosen. */
function Pasted({ bot, connection, apiKey }: { bot: Bot; connection: Connection; apiKey: string | null }) {
  const { t } = useTranslation();
  const { connection_type: type, delivery_method: method, webhook } = connection;
  if (type === 'api') {
    return (
      <>
        <Text inherit c="dimmed" maw="68ch">
          {t('Bots.connection.how')}
        </Text>
        <CodeSamples apiKey={apiKey} />
      </>
    );
  }
  if (method === 'getUpdates') return <RootAddress connection={connection} text={t('Connection.paste.rootText')} />;
  return (
    <>
      {webhook !== '' && <TestAgain bot={bot} connection={connection} />}
      {type === 'manual' ? (
        <HookAddress connection={connection} />
      ) : (
        <Text inherit c="dimmed" maw="68ch">
          {t('Connection.paste.nothing')}
        </Text>
      )}
    </>
  );
}

/** Probes the webhook to which updates are passed on, with the secret token that is stored. */
function TestAgain({ bot, connection }: { bot: Bot; connection: Connection }) {
  const { t } = useTranslation();
  const [test, setTest] = useState<WebhookTest | null>(null);
  const { busy, run } = useAction(async () => {
    setTest(null);
    setTest(await call(api.testWebhook, { body: { webhook: connection.webhook, key: bot.key } }));
  });
  return (
    <div className={classes.result}>
      <Flex rowGap={8} columnGap={16} wrap="wrap" align="center">
        <Button variant="default" loading={busy} onClick={run}>
          {t(test ? 'Connection.test.again' : 'Connection.test.button')}
        </Button>
        <Box component="span" c="dimmed" fz="sm" maw="68ch">
          {t('Connection.test.hint')}
        </Box>
      </Flex>
      <div role="status">{test && <TestResult test={test} />}</div>
    </div>
  );
}

type Fact = readonly [name: string, value: ReactNode];

/** Returns facts about a connection besides its way: where updates go, and what is out of the ordinary. */
function connectionFacts(t: TFunction, connection: Connection): Fact[] {
  const { webhook, former_webhook: formerWebhook, allowed_updates: kinds, queued, region, platform } = connection;
  const facts: Fact[] = [];
  if (connection.delivery_method === 'webhook' && webhook !== '') facts.push([t('Connection.facts.forward'), webhook]);
  if (formerWebhook !== null && formerWebhook !== webhook) {
    facts.push([t('Connection.facts.former'), t('Connection.facts.formerText', { url: formerWebhook })]);
  }
  if (queued > 0) {
    const text = t('Connection.facts.queued_text', { count: queued });
    facts.push([
      t('Connection.facts.queued'),
      <Box key="queued" component="span" c="var(--bs-warn)" fw={500}>
        {text}
      </Box>,
    ]);
  }
  if (connection.delivery_method === 'getUpdates') {
    const hasKinds = kinds !== null && kinds.length > 0;
    facts.push([t('Connection.facts.kinds'), hasKinds ? kinds.join(', ') : t('Connection.facts.kindsDefault')]);
  }
  if (region !== 'global') facts.push([t('Connection.facts.region'), t(`Connection.region.${region}`)]);
  if (platform !== '') {
    const name = platform === 'other' ? t('Connection.platform.other') : platform;
    facts.push([t('Connection.facts.platform'), name]);
  }
  return facts;
}

type Known = Pick<Connection, 'connection_type' | 'delivery_method'> & { webhook?: string };

/** Way in, as part of a dictionary key. Without the right to see addresses it does not reveal whether there is one. */
function detectWay({ connection_type: type, delivery_method, webhook = '?' }: Known) {
  if (type === 'api') return 'api';
  const feed = detectFeed({ delivery_method, webhook });
  if (type === 'manual') return feed === 'polling' ? 'manualPolling' : 'manualForward';
  if (feed === 'polling') return 'autoPolling';
  return feed === 'collect' ? 'autoCollect' : 'autoForward';
}
