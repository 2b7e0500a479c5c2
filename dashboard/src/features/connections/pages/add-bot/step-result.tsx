import type { Bot, Connection } from '@botscope/contract';
import { Box, Button, Flex, Skeleton, Text } from '@mantine/core';
import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useBotLive } from '../../../../platform/session/bot-live.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { HookAddress, RootAddress } from '../../connection/addresses.tsx';
import { detectFeed } from '../../connection/draft.ts';
import { Flow } from '../../connection/flow.tsx';
import { connectionQuery } from '../../public/connection-data.ts';
import { FirstUpdate } from './first-update.tsx';
import classes from './step.module.css';

/** True where the owner has to put an address of ours somewhere before anything comes in. */
const needsPasting = ({ connection_type, delivery_method }: Connection): boolean =>
  connection_type === 'manual' || delivery_method === 'getUpdates';

/** The ways out of the wizard. */
function WhereToGo({ botKey, onAnother }: { botKey: string; onAnother: () => void }) {
  const { t } = useTranslation();
  return (
    <Flex gap={8} wrap="wrap" mt={24}>
      <Button renderRoot={(props) => <Link to="/" search={{ bot: botKey }} {...props} />}>
        {t('AddBot.result.dashboard')}
      </Button>
      <Button variant="default" renderRoot={(props) => <Link to="/bots/$key" params={{ key: botKey }} {...props} />}>
        {t('AddBot.result.settings')}
      </Button>
      <Button variant="default" onClick={onAnother}>
        {t('AddBot.result.another')}
      </Button>
    </Flex>
  );
}

/** The outcome in one line, with a sentence about what follows. */
function ResultHead({ connected, title, text }: { connected: boolean; title: string; text: string }) {
  const Icon = connected ? IconCircleCheck : IconClock;
  return (
    <Flex gap={12} align="flex-start" mt={8} mb={24}>
      <Icon size={28} stroke={1.5} aria-hidden className={classes.sign} />
      <div>
        <Box component="h2" fz="xl" fw={600} lh="28px" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        <Text inherit c="dimmed">
          {text}
        </Text>
      </div>
    </Flex>
  );
}

/** Shows the outcome, what is left to paste, the wait for the first update, and where to go next. */
export function StepResult({ botKey, onAnother }: { botKey: string; onAnother: () => void }) {
  const { t } = useTranslation();
  const bot = useSession().bots[botKey];
  useBotLive(botKey);
  const name = bot?.bot_name ?? '';
  const byApi = bot === undefined || bot.connection_type === 'api';
  const { data: connection, isPending } = useQuery({ ...connectionQuery(botKey), enabled: !byApi });
  const text = () => {
    if (bot?.status) return t('AddBot.result.connectedText');
    if (byApi || !connection) return t('AddBot.result.pendingText');
    return t(needsPasting(connection) ? 'AddBot.result.lastStep' : 'AddBot.result.allDone');
  };
  return (
    <>
      <ResultHead
        connected={bot?.status === true}
        title={t(bot?.status ? 'AddBot.result.connected' : 'AddBot.result.pending', { name })}
        text={text()}
      />
      {!byApi && <LeftToDo bot={bot} connection={connection} isPending={isPending} />}
      <WhereToGo botKey={botKey} onAnother={onAnother} />
    </>
  );
}

interface LeftToDoProps {
  bot: Bot;
  connection: Connection | undefined;
  isPending: boolean;
}

/** The light that waits for the first update, and the lines that the owner puts in. */
function LeftToDo({ bot, connection, isPending }: LeftToDoProps) {
  const { t } = useTranslation();
  if (isPending) return <Skeleton height={160} mb="md" />;
  if (!connection) return <Notice tone="warn">{t('Connection.loadFailed')}</Notice>;
  const feed = detectFeed(connection);
  const root = feed === 'polling' || connection.delivery_method_send === 'proxy';
  return (
    <>
      <FirstUpdate bot={bot} text={t(feed === 'polling' ? 'AddBot.test.waitText' : 'AddBot.test.waitNow')} />
      {feed !== 'polling' && <Hook connection={connection} />}
      {root && (
        <Section title={t(feed === 'polling' ? 'Connection.paste.rootTitle' : 'Connection.paste.callsTitle')}>
          <RootAddress
            connection={connection}
            text={t(feed === 'polling' ? 'Connection.paste.rootText' : 'Connection.paste.callsText')}
          />
        </Section>
      )}
    </>
  );
}

function Hook({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  if (needsPasting(connection)) {
    return (
      <Section title={t('Connection.paste.hookTitle')}>
        <HookAddress connection={connection} />
      </Section>
    );
  }
  const { connection_type, webhook } = connection;
  return (
    <Section title={t('Connection.title')}>
      <p>{t('Connection.paste.nothing')}</p>
      <Flow connection_type={connection_type} feed={detectFeed(connection)} webhook={webhook} />
    </Section>
  );
}
