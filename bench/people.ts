/**
 * The list of users, search, counts and segments of one bot with a million people and ten million events of a year,
 * beside a bare scan of its users in the same run.
 *   npx node bench/people.ts [rounds] [word of a line's name …]
 * The data are made once and kept in .cache/bench-people.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { type EventMatch, everyone, type SegmentCondition, type SegmentRules } from '@botscope/contract';
import { countPeople, eachPeople, listPeople, parsePeopleView } from '@botscope/server/analytics/people/list-people.ts';
import { type PeopleQuery, selectPeople } from '@botscope/server/analytics/people/people-query.ts';
import { testQuery } from '@botscope/server/analytics/reports/test-query.ts';
import { openEmbeddedEngine } from '@botscope/server/events/store/engine/embedded.ts';
import { type EventStore, openEventStoreOn } from '@botscope/server/events/store/event-store.ts';
import { rolledUntil } from '@botscope/server/features/bot-settings/roll-ups.ts';
import { peopleCsv } from '@botscope/server/features/people/people-file.ts';
import { pino } from 'pino';
import { quantile, timed } from './quantile.ts';
import { fillWithLife } from './reports-data.ts';
import { targets } from './reports-targets.ts';

const [, , rounds = '10', ...only] = process.argv;
const rows = 10_000_000;
/** So many different people, about, that a million of them acted. */
const users = 1_450_000;
const bot = '0123456789abc';
const now = Date.parse('2025-11-17T20:00:00Z');
const deps = (store: EventStore) => ({ store, now: () => now });
const settings = testQuery({ type: 'visitors', period: '7d', bot, timeZone: 'Europe/Berlin', targets }, now);

const queryOf = (...rules: SegmentCondition[]): PeopleQuery => ({
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

interface Line {
  name: string;
  /** p95, ms. */
  limit: number;
  work: (store: EventStore) => Promise<unknown>;
}
const list = (query: PeopleQuery, words: Parameters<typeof parsePeopleView>[0]) => async (store: EventStore) =>
  listPeople(deps(store), query, parsePeopleView(words));
const nextPage = (query: PeopleQuery, words: Parameters<typeof parsePeopleView>[0]) => {
  let after: string | undefined;
  return async (store: EventStore) => {
    after ??= (await listPeople(deps(store), query, parsePeopleView(words))).next ?? undefined;
    return listPeople(deps(store), query, parsePeopleView({ ...words, after }));
  };
};
const segment = (rules: readonly SegmentRules['rules'][number][]): PeopleQuery => ({
  ...queryOf(),
  rules: { match: 'all', rules: [...rules] },
});

const lines: readonly Line[] = [
  { name: 'list, first page', limit: 200, work: list(queryOf(), {}) },
  { name: 'list, next page', limit: 150, work: nextPage(queryOf(), {}) },
  ...(
    ['first_name', '-first_seen', 'status', '-actions', '-sessions', '-income', 'source_last', 'gender'] as const
  ).map(
    (sort): Line => ({
      name: `list, three filters, sort=${sort}`,
      limit: 400,
      work: list(queryOf(...filters), { sort }),
    }),
  ),
  { name: 'list, sort=-actions', limit: 400, work: list(queryOf(), { sort: '-actions' }) },
  { name: 'count, three filters', limit: 600, work: (store) => countPeople(deps(store), queryOf(...filters)) },
  {
    name: 'count, live',
    limit: 600,
    work: (store) =>
      countPeople(deps(store), queryOf({ kind: 'property', property: 'status', not: false, values: ['live'] })),
  },
  ...['100000700', 'anna', '@ann', 'мари'].map(
    (search): Line => ({ name: `search ${search}`, limit: 200, work: list({ ...queryOf(), search }, {}) }),
  ),
  {
    name: 'segment, three behaviours of 90 days',
    limit: 1_000,
    work: (store) => countPeople(deps(store), segment(behaviour)),
  },
  {
    name: 'segment, two behaviours and a filter',
    limit: 1_000,
    work: (store) => countPeople(deps(store), segment([...behaviour.slice(0, 2), ...filters])),
  },
  {
    name: 'segment, activity and payments',
    limit: 1_000,
    work: (store) => countPeople(deps(store), segment(rolledBehaviour)),
  },
  { name: 'segment, list of ten with examples', limit: 1_000, work: list(segment(behaviour), { limit: '10' }) },
];

const directory = join(import.meta.dirname, '..', '.cache', 'bench-people');
const marker = join(directory, 'rows');
const isMade = existsSync(marker) && readFileSync(marker, 'utf8') === String(rows);
if (!isMade) rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });

let highest = 0;
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage().rss);
}, 50);
const engine = openEmbeddedEngine(join(directory, 'events'));
const store = await openEventStoreOn(engine, {
  dataDir: directory,
  logger: pino({ level: 'warn' }),
  onRejected: () => {},
  rollupTimeoutMs: 0,
});
try {
  if (!isMade) {
    const filling = await timed(() => fillWithLife(engine, bot, rows, now, { days: 365, users }));
    const rolling = await timed(() => store.rollUp(bot, rolledUntil(now)));
    writeFileSync(marker, String(rows));
    console.log(`made in ${(filling / 1_000).toFixed(0)} s, rolled up in ${(rolling / 1_000).toFixed(0)} s`);
  }
  const { total } = await countPeople(deps(store), queryOf());
  console.log(`${total} people, ${rows} events of 365 days; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  const bare = () =>
    store.query({
      sql: 'SELECT count() FROM users FINAL WHERE bot = {bot:String} AND NOT ignore(user_id, last_time)',
      params: { bot },
    });
  console.log('\n                                            median   p95  limit   bare scans');
  for (const { name, limit, work } of lines) {
    if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
    await work(store);
    const [times, bares]: [number[], number[]] = [[], []];
    for (let round = 0; round < Number(rounds); round += 1) {
      times.push(await timed(() => work(store)));
      bares.push(await timed(bare));
    }
    const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    const ratio = (median / quantile(bares, 0.5)).toFixed(1);
    const cells = [median, p95, limit].map((value) => value.toFixed(0).padStart(7)).join('');
    console.log(`${name.padEnd(42)}${cells}${ratio.padStart(13)}${p95 > limit ? '  over' : ''}`);
  }
  if (only.length === 0) {
    highest = 0;
    const before = process.memoryUsage().rss;
    const people = await selectPeople(deps(store), queryOf());
    const { sql, params } = people.statement((from, where) => `SELECT user_id FROM ${from.users} AND ${where}`);
    const snapshot = await timed(() =>
      store.changeMembers(bot, { segmentId: 101, source: { statement: { sql, params } }, isMember: true, at: now }),
    );
    console.log(`snapshot of everyone: ${(snapshot / 1_000).toFixed(1)} s (limit 20)`);
    const columns = [
      'first_name',
      'username',
      'status',
      'source',
      'first_seen',
      'last_seen',
      'actions',
      'income',
      'language',
      'premium',
      'gender',
      'last_name',
    ] as const;
    let bytes = 0;
    const exported = await timed(async () => {
      const file = peopleCsv(columns, eachPeople(deps(store), { ...queryOf(), rules: everyone }, columns));
      for await (const chunk of file) bytes += String(chunk).length;
    });
    console.log(
      `CSV of everyone, ${columns.length} columns: ${(exported / 1_000).toFixed(1)} s (limit 30), ${(bytes / 1e6).toFixed(0)} MB; memory +${((highest - before) / 1e6).toFixed(0)} MB (limit 50)`,
    );
  }
} finally {
  clearInterval(watch);
  await store.close();
}
