import type { Bot, Connection } from '@botscope/contract';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { HookAddress, RootAddress } from '../../connection/addresses.tsx';
import { detectFeed } from '../../connection/draft.ts';
import { Flow } from '../../connection/flow.tsx';
import { FirstUpdate } from './first-update.tsx';
import { needsPasting } from './needs-pasting.ts';

interface LeftToDoProps {
  bot: Bot;
  connection: Connection | undefined;
  isPending: boolean;
}

/** The light that waits for the first update, and the lines that the owner puts in. */
export function LeftToDo({ bot, connection, isPending }: LeftToDoProps) {
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
