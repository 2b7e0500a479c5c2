import { createHash } from 'node:crypto';
import type { IntegrationEvent, IntegrationPrivacy } from '@botscope/contract';
import type { Sealer } from '../../../platform/outgoing/sealer.ts';
import type { UserFacts } from './user-facts.ts';

/** Members of `data` in which there may be words of users, or what they can be recognised by. */
const wordsOfUsers = ['payload', 'invoice_payload', 'text', 'data', 'value'] as const;

export interface EventParts {
  key: string;
  type: IntegrationEvent['type'];
  /** Unix ms. */
  at: number;
  userId: number | null;
  data: Record<string, unknown>;
}

/** Writes an event as an integration sends it: with what its privacy settings let out. */
export function buildEvent(
  integration: { key: string; privacy: IntegrationPrivacy },
  bot: IntegrationEvent['bot'],
  event: EventParts,
  facts: UserFacts,
  sealer: Pick<Sealer, 'hash'>,
): IntegrationEvent {
  const { user_ids, names, texts } = integration.privacy;
  const { userId } = event;
  const hidden = { first_name: null, last_name: null, username: null };
  return {
    id: eventId(integration.key, event.key),
    type: event.type,
    at: new Date(event.at).toISOString(),
    bot,
    user:
      userId === null
        ? null
        : {
            id: user_ids === 'plain' ? userId : hashedUserId(sealer, integration.key, userId),
            ...facts,
            ...(!names && hidden),
          },
    data: texts ? event.data : withoutWords(event),
  };
}

/** The same in every attempt and after every restart. */
const eventId = (integrationKey: string, eventKey: string): string =>
  `evt_${createHash('sha256').update(`${integrationKey} ${eventKey}`).digest('hex').slice(0, 24)}`;

/** Recognises a user among the events of one integration; two integrations cannot compare theirs. */
export const hashedUserId = (sealer: Pick<Sealer, 'hash'>, integrationKey: string, userId: number): string =>
  sealer.hash(`integration ${integrationKey} user ${userId}`).slice(0, 32);

/** Texts are '' and values null; a raw update is nothing but words, and those who asked for it get it. */
function withoutWords({ type, data }: EventParts): Record<string, unknown> {
  if (type === 'update.received') return data;
  const emptied = wordsOfUsers
    .filter((member) => member in data)
    .map((member) => [member, typeof data[member] === 'string' ? '' : null]);
  return { ...data, ...Object.fromEntries(emptied) };
}
