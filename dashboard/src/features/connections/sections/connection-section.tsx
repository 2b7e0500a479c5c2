import type { Bot, Connection } from '@botscope/contract';
import { Button, Flex, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { BotStatusDot } from '../../bots/public/bot-status-dot.tsx';
import { HookAddress, RootAddress } from '../connection/addresses.tsx';
import { ChangeDialog } from '../connection/change-dialog.tsx';
import { connectionFacts, detectWay } from '../connection/facts.tsx';
import { TestAgain } from '../connection/test-again.tsx';
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
