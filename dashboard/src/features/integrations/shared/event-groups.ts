import { type IntegrationEventType, type ProviderId, providerTypes } from '@botscope/contract';

/** Subjects of events, in the order of the form. */
export const eventGroups = ['users', 'results', 'actions', 'messages', 'bot'] as const;
type EventGroup = (typeof eventGroups)[number];

/** By the first word of a type; those of features to come stand with the bot. */
const groups: Readonly<Record<string, EventGroup>> = {
  ...{ user: 'users', field: 'users', payment: 'results', subscription: 'results', conversion: 'results' },
  ...{ command: 'actions', button: 'actions', message: 'actions', app: 'actions', site: 'actions', link: 'actions' },
  ...{ campaign: 'messages', chat: 'messages' },
};

/** Types that a provider takes and an owner can choose, by subject. */
export function typesByGroup(provider: ProviderId): Record<EventGroup, IntegrationEventType[]> {
  const types = providerTypes(provider);
  const inGroup = (group: EventGroup) =>
    types.filter((type) => type !== 'integration.test' && (groups[type.split('.')[0] ?? ''] ?? 'bot') === group);
  return {
    ...{ users: inGroup('users'), results: inGroup('results'), actions: inGroup('actions') },
    ...{ messages: inGroup('messages'), bot: inGroup('bot') },
  };
}
