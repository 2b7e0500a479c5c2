import type { Connection } from '@botscope/contract';
import { Box } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { detectFeed } from './draft.ts';

type Fact = readonly [name: string, value: ReactNode];

/** Returns facts about a connection besides its way: where updates go, and what is out of the ordinary. */
export function connectionFacts(t: TFunction, connection: Connection): Fact[] {
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
export function detectWay({ connection_type: type, delivery_method, webhook = '?' }: Known) {
  if (type === 'api') return 'api';
  const feed = detectFeed({ delivery_method, webhook });
  if (type === 'manual') return feed === 'polling' ? 'manualPolling' : 'manualForward';
  if (feed === 'polling') return 'autoPolling';
  return feed === 'collect' ? 'autoCollect' : 'autoForward';
}
