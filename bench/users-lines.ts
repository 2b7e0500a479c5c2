import { type EventMatch, everyone, type SegmentCondition, type SegmentRules } from '@botscope/contract';
import { readFilterValues } from '@botscope/server/analytics/reports/filter-values.ts';
import { testQuery } from '@botscope/server/analytics/reports/test-query.ts';
import { countUsers, listUsers, parseUsersView } from '@botscope/server/analytics/users/list-users.ts';
import type { UsersQuery } from '@botscope/server/analytics/users/users-query.ts';
import type { EventStore } from '@botscope/server/events/store/event-store.ts';
import { targets } from './reports-targets.ts';

export const bot = '0123456789abc';
export const now = Date.parse('2025-11-17T20:00:00Z');

export const deps = (store: EventStore) => ({ store, now: () => now });
const settings = testQuery({ type: 'visitors', period: '7d', bot, timeZone: 'Europe/Berlin', targets }, now);

export const buildQuery = (...rules: SegmentCondition[]): UsersQuery => ({
  settings,
  rules: { match: 'all', rules },
  search: '',
  number: '',
});
const event = (match: EventMatch, did: boolean, number: number, days: number): SegmentCondition => ({
  kind: 'event',
  did,
  event: match,
  times: { of: 'count', is: 'at_least', number },
  when: { kind: 'last', days },
});
/** Three behaviours of 90 days, one of them "did not". */
const behaviour: SegmentRules['rules'] = [
  event({ kind: 'button', data: 'menu:7', match: 'exact' }, true, 2, 90),
  event({ kind: 'command', name: '/command7' }, false, 1, 90),
  event({ kind: 'action', types: ['text'] }, true, 3, 90),
];
const rolledBehaviour: SegmentCondition[] = [
  event({ kind: 'action', types: [] }, true, 1, 90),
  event({ kind: 'payment' }, true, 1, 90),
  event({ kind: 'action', types: [] }, false, 1, 7),
];
const filters: SegmentCondition[] = [
  { kind: 'property', property: 'language', not: false, values: ['ru', 'en'] },
  { kind: 'source', not: true, values: ['s3', 's4'] },
  { kind: 'seen', seen: 'last', when: { kind: 'last', days: 30 } },
];

/** Users that a campaign to everyone would reach, before exclusions. */
const reachable: SegmentCondition[] = [
  { kind: 'property', property: 'status', not: false, values: ['live'] },
  { kind: 'property', property: 'chat', not: false, values: ['open'] },
];

export interface Line {
  name: string;
  /** p95, ms. */
  limit: number;
  work: (store: EventStore) => Promise<unknown>;
}
const list = (query: UsersQuery, words: Parameters<typeof parseUsersView>[0]) => async (store: EventStore) =>
  listUsers(deps(store), query, parseUsersView(words));
const nextPage = (query: UsersQuery, words: Parameters<typeof parseUsersView>[0]) => {
  let after: string | undefined;
  return async (store: EventStore) => {
    after ??= (await listUsers(deps(store), query, parseUsersView(words))).next ?? undefined;
    return listUsers(deps(store), query, parseUsersView({ ...words, after }));
  };
};
const segment = (rules: readonly SegmentRules['rules'][number][]): UsersQuery => ({
  ...buildQuery(),
  rules: { match: 'all', rules: [...rules] },
});

/** Loads the values that the editor of rules offers. */
const suggest = (dimension: string, search: string) => (store: EventStore) =>
  readFilterValues(deps(store), { period: '90d', dimension, search }, settings);

export const lines: readonly Line[] = [
  { name: 'list, first page', limit: 200, work: list(buildQuery(), {}) },
  { name: 'list, next page', limit: 150, work: nextPage(buildQuery(), {}) },
  ...(
    ['first_name', '-first_seen', 'status', '-actions', '-sessions', '-income', 'source_last', 'gender'] as const
  ).map(
    (sort): Line => ({
      name: `list, three filters, sort=${sort}`,
      limit: 400,
      work: list(buildQuery(...filters), { sort }),
    }),
  ),
  { name: 'list, sort=-actions', limit: 400, work: list(buildQuery(), { sort: '-actions' }) },
  { name: 'count, three filters', limit: 600, work: (store) => countUsers(deps(store), buildQuery(...filters)) },
  {
    name: 'count, live',
    limit: 600,
    work: (store) =>
      countUsers(deps(store), buildQuery({ kind: 'property', property: 'status', not: false, values: ['live'] })),
  },
  { name: 'count, reachable', limit: 600, work: (store) => countUsers(deps(store), buildQuery(...reachable)) },
  {
    name: 'count, never opened the chat',
    limit: 600,
    work: (store) =>
      countUsers(deps(store), buildQuery({ kind: 'property', property: 'chat', not: false, values: ['never_opened'] })),
  },
  { name: 'list, sort=-last_seen with chats', limit: 200, work: list(buildQuery(), { columns: 'first_name,chat' }) },
  { name: 'list, sort=chat', limit: 400, work: list(buildQuery(), { sort: 'chat' }) },
  ...['100000700', 'anna', '@ann', 'мари'].map(
    (search): Line => ({ name: `search ${search}`, limit: 200, work: list({ ...buildQuery(), search }, {}) }),
  ),
  {
    name: 'segment, three behaviours of 90 days',
    limit: 1_000,
    work: (store) => countUsers(deps(store), segment(behaviour)),
  },
  {
    name: 'segment, two behaviours and a filter',
    limit: 1_000,
    work: (store) => countUsers(deps(store), segment([...behaviour.slice(0, 2), ...filters])),
  },
  {
    name: 'segment, activity and payments',
    limit: 1_000,
    work: (store) => countUsers(deps(store), segment(rolledBehaviour)),
  },
  { name: 'segment, list of ten with examples', limit: 1_000, work: list(segment(behaviour), { limit: '10' }) },
  { name: 'list, sort=country', limit: 400, work: list(buildQuery(), { sort: 'country' }) },
  {
    name: 'count, of two countries',
    limit: 600,
    work: (store) =>
      countUsers(deps(store), buildQuery({ kind: 'property', property: 'country', not: false, values: ['DE', ''] })),
  },
  ...['language', 'source', 'command', 'param.medium'].flatMap((dimension): Line[] => [
    { name: `suggestions, ${dimension}`, limit: 150, work: suggest(dimension, '') },
    { name: `suggestions, ${dimension} with "a"`, limit: 150, work: suggest(dimension, 'a') },
  ]),
];

/** The segment that is measured beside traffic, and whose memory is. */
export const behaviourQuery: UsersQuery = segment(behaviour);
export const everyoneQuery: UsersQuery = { ...buildQuery(), rules: everyone };
