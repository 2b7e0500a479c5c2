import type { Event } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acts, blocksBot, marchTime, pays, rolledUpRows, starts, theThird } from '../rollups/test-history.ts';
import { erasedTables, type UserErasure } from './erase-users.ts';
import { engines, openThrowawayStore, type ThrowawayStore } from './test-stores.ts';

const newId = 2 ** 52 + 7;
const erasing = (id: number, userIds: readonly number[], number: number | null = null): UserErasure => ({
  id,
  users: userIds.map((userId) => ({ userId, newId: number, salt: 'salt' })),
});

/*
 * 1 starts, blocks the bot, returns; pays on the first day and gets the money back on the fourth; has a value of a field,
 * is in a list, writes in a group and opens the app. 2 writes twice. The past is rolled up to the third day, and an event
 * of 1 arrives late.
 */
const payload = (kind: string, content: object): string => JSON.stringify({ [kind]: content });
const field: Partial<Event> = {
  kind: 'field_change',
  type: '',
  isAction: false,
  isContact: false,
  name: 'note',
  text: '',
  payload: payload('field_change', { type: 'text', value: 'likes tea', is_set: true, version: 5 }),
};
const history = (bot: string): Event[] => [
  acts(bot, 1, 10, '01T10:00', starts),
  acts(bot, 1, 11, '01T11:00', blocksBot),
  acts(bot, 1, 12, '02T10:00', { text: 'my secret', payload: payload('message', { text: 'my secret' }) }),
  { ...acts(bot, 1, 13, '01T10:05'), ...pays('charge-1', 50), kind: 'message' },
  { ...acts(bot, 1, 14, '04T10:05'), ...pays('charge-1', -50), kind: 'message' },
  acts(bot, 1, 15, '02T10:10', { chatId: -100, chatType: 'supergroup' }),
  acts(bot, 1, 16, '02T10:20', {
    ...{ kind: 'hit', type: '', isAction: false, name: 'cart' },
    payload: payload('hit', {
      platform: 'ios',
      version: '9.1',
      app: 3,
      launch: 'ab12',
      country: 'DE',
      from: 'my secret',
    }),
  }),
  acts(bot, 1, 17, '02T10:30', field),
  acts(bot, 2, 20, '01T12:00'),
  acts(bot, 2, 21, '03T12:00'),
];

describe.each(engines)('erasing users, %s engine', (kind) => {
  let store: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore(kind, { rollupTimeoutMs: 0 });
  });
  afterAll(() => store.close());

  async function makeBot(): Promise<string> {
    const bot = store.freshBot();
    await store.write(history(bot));
    await store.changeMembers(bot, {
      segmentId: 101,
      source: { userIds: [1, 2] },
      isMember: true,
      at: marchTime('04T00:00'),
    });
    const outcome = {
      bot,
      campaignId: 101,
      status: 'Done',
      reason: '',
      at: marchTime('03T00:00'),
      messageId: 7,
    } as const;
    await store.writeCampaignOutcomes(
      bot,
      [1, 2].map((userId) => ({ ...outcome, userId })),
    );
    await store.rollUp(bot, theThird);
    await store.write([acts(bot, 1, 18, '01T09:00')]);
    return bot;
  }
  const rows = <Row extends object>(bot: string, sql: string, user = 0): Promise<Row[]> =>
    store.query<Row>({ sql, params: { bot, user } });

  it('knows every table with users', async () => {
    const tables = await store.query<{ table: string }>({
      sql: `SELECT table FROM system.columns INNER JOIN system.tables ON tables.database = columns.database AND tables.name = table
        WHERE columns.database = currentDatabase() AND columns.name = 'user_id' AND engine LIKE '%MergeTree'
        ORDER BY table`,
    });
    expect(tables.map(({ table }) => table)).toEqual([...erasedTables, 'erasing_users'].toSorted());
  });

  it('leaves no row, and nothing else changes', async () => {
    const [bot, neighbour] = [await makeBot(), await makeBot()];
    expect(await store.eraseUsers(bot, erasing(1, [1, 3]))).toEqual({
      ...{ events: 9, users: expect.any(Number), field_values: 1, app_countries: 1, chat_states: 1 },
      ...{ segment_members: 1, campaign_outcomes: 1 },
      ...{ activity_runs: expect.any(Number), membership_changes: 2, launches: 2, payments: 1 },
    });
    expect(await store.countUserRows(bot, [1, 3])).toBe(0);
    expect(await rows(bot, 'SELECT user_id FROM erasing_users WHERE bot = {bot:String}')).toEqual([]);
    expect(await store.countUserRows(bot, [2])).toBe(await store.countUserRows(neighbour, [2]));
    expect(await store.countUserRows(neighbour, [1])).toBeGreaterThan(10);
    expect((await rolledUpRows(store, bot)).activityRuns).toMatchObject([{ user: 2 }]);
    expect(await store.rollup(bot)).toMatchObject({ until: theThird, staleUsers: [] });
    // Again, and with a user whom the bot never had.
    expect(await store.eraseUsers(bot, erasing(2, [1, 99]))).toEqual({});
  });

  it('gives events without contents to a new number, and what is found later too', async () => {
    const bot = await makeBot();
    await store.eraseUsers(bot, erasing(1, [1], newId));
    expect(await store.countUserRows(bot, [1])).toBe(0);
    // A copy that waited in another process's spool.
    await store.write([acts(bot, 1, 19, '02T11:00', { text: 'my secret' })]);
    expect(await store.eraseUsers(bot, erasing(1, [1], newId))).toMatchObject({ events: 1 });
    expect(await store.countUserRows(bot, [1])).toBe(0);
    const events = await rows<Record<string, unknown>>(
      bot,
      `SELECT toUInt32(id) AS n, kind, user_id, chat_id, text, payload, charge_id, platform, app_version, app_id,
        launch_id != 0 AS is_launched
      FROM events FINAL WHERE bot = {bot:String} AND user_id != 2 ORDER BY n`,
    );
    expect(events.map(({ n }) => n)).toEqual([10, 11, 12, 13, 14, 15, 16, 18, 19]);
    for (const event of events) {
      expect(event).toMatchObject({ user_id: newId, text: '', chat_id: event.n === 15 ? -100 : newId });
      expect(event.payload).not.toContain('secret');
    }
    const [paid, refunded] = events.filter(({ charge_id }) => charge_id !== '');
    expect(paid?.charge_id).toMatch(/^[0-9a-f]{64}$/);
    expect(refunded?.charge_id).toBe(paid?.charge_id);
    // Sessions need to know which hits belong together, and nobody which opening it was.
    const hit = events.find(({ n }) => n === 16);
    expect(hit).toMatchObject({ platform: 'ios', app_version: '9.1', app_id: 3, is_launched: 1 });
    expect(hit?.payload).not.toContain('ab12');
    const profile = `SELECT user_id, tupleElement(last_profile, 'first_name') AS first_name,
      tupleElement(last_profile, 'username') AS username, tupleElement(last_profile, 'language') AS language,
      toUnixTimestamp64Milli(first_time) AS first_ms, tupleElement(first_source, 'source') AS source
      FROM users FINAL WHERE bot = {bot:String} AND user_id != 2`;
    const nameless = [
      { user_id: newId, first_name: '', username: '', language: 'en', first_ms: marchTime('01T09:00'), source: 'ads' },
    ];
    expect(await rows(bot, profile)).toEqual(nameless);
    await store.rebuildUsers(bot);
    expect(await rows(bot, profile)).toEqual(nameless);
    await store.rollUp(bot, theThird);
    expect((await rolledUpRows(store, bot)).payments).toMatchObject([{ user: newId, charge_id: paid?.charge_id }]);
  });

  it('does not double anyone when it is interrupted before the originals are deleted', async () => {
    const bot = await makeBot();
    await store.eraseUsers(bot, erasing(1, [1], newId));
    const countSql = 'SELECT count() AS events, uniqExact(id) AS ids FROM events FINAL WHERE bot = {bot:String}';
    const before = await rows(bot, countSql);
    // The originals as they were: the copies are inserted a second time.
    await store.write(history(bot).filter(({ userId, kind }) => userId === 1 && kind !== 'field_change'));
    await store.eraseUsers(bot, erasing(1, [1], newId));
    expect(await rows(bot, countSql)).toEqual(before);
  });

  it('is gone from the files once they are rewritten', async () => {
    const bot = await makeBot();
    await store.eraseUsers(bot, erasing(1, [1]));
    const marked = erasedTables.map(
      (table) => `SELECT count() AS rows FROM ${table} WHERE bot = {bot:String} AND user_id = 1`,
    );
    const sql = `SELECT sum(rows) AS total FROM (${marked.join(' UNION ALL ')}) SETTINGS apply_deleted_mask = 0`;
    expect(await rows(bot, sql)).toEqual([{ total: expect.any(Number) }]);
    expect(await rows(bot, sql)).not.toEqual([{ total: 0 }]);
    const purgedAt = await store.purgeDeleted();
    expect(await rows(bot, sql)).toEqual([{ total: 0 }]);
    // The engine deletes the files from before after half a minute.
    expect(await store.hasReplacedFiles(purgedAt)).toBe(true);
    expect(await store.hasReplacedFiles(Date.UTC(2020, 0, 1))).toBe(false);
    expect(await store.purgeDeleted()).toBeGreaterThanOrEqual(purgedAt);
  });
});
