import type { Event } from '@botscope/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvent } from './test-event.ts';
import { engines, openThrowawayStore, type ThrowawayStore } from './test-stores.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Many threads: on a machine that other tests keep busy it has a processor all the same. */
const endless = 'SELECT count() FROM numbers_mt(1e12) WHERE number % 7 = 1 SETTINGS max_threads = 8';

describe.each(engines)('event store, %s engine', (kind) => {
  let store: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore(kind);
  });
  afterAll(() => store.close());

  const rows = (bot: string) =>
    store.query<{ id: string; user: number; time: string; text: string }>({
      sql: 'SELECT toString(id) AS id, user_id AS user, time, text FROM events FINAL WHERE bot = {bot:String} ORDER BY id',
      params: { bot },
    });

  it('answers a question with all that was acknowledged before it', async () => {
    // Inserts an hour apart, so that only the question itself can have fetched the rows; a busy machine takes its time.
    const hurried = await openThrowawayStore(kind, { intervalMs: 3_600_000, catchUpMs: 20_000 });
    const bot = hurried.freshBot();
    for (let count = 1; count <= 3; count += 1) {
      await hurried.writeOnly([anEvent({ bot, id: String(count) })]);
      const question = { sql: 'SELECT count() AS events FROM events FINAL WHERE bot = {bot:String}', params: { bot } };
      expect(await hurried.query(question)).toEqual([{ events: count }]);
    }
    await hurried.close();
  });

  it('says until when it is complete while rows wait for the engine', async () => {
    const laggingStore = await openThrowawayStore(kind, { intervalMs: 3_600_000, catchUpMs: 0 });
    const bot = laggingStore.freshBot();
    expect(await laggingStore.completeUntil(bot)).toBeNull();
    await laggingStore.write([anEvent({ bot, id: '1' })]);
    expect(await laggingStore.completeUntil(bot)).toBeNull();
    const before = Date.now();
    await laggingStore.writeOnly([anEvent({ bot, id: '2' })]);
    await laggingStore.writeOnly([anEvent({ bot, id: '3' })]);
    const until = await laggingStore.completeUntil(bot);
    expect(until).toBeGreaterThanOrEqual(before);
    expect(until).toBeLessThanOrEqual(Date.now());
    await laggingStore.flush();
    expect(await laggingStore.completeUntil(bot)).toBeNull();
    await laggingStore.close();
  });

  it('forgets a bot, and nobody else', async () => {
    const [deletedBot, otherBot] = [store.freshBot(), store.freshBot()];
    await store.write([anEvent({ bot: deletedBot, id: '1' }), anEvent({ bot: otherBot, id: '2' })]);
    await store.writeOnly([anEvent({ bot: deletedBot, id: '3' })]);
    await store.deleteBot(deletedBot);
    await store.deleteBot(deletedBot);
    expect([(await rows(deletedBot)).length, (await rows(otherBot)).length]).toEqual([0, 1]);
    const sql = 'SELECT count() AS users FROM users FINAL WHERE bot IN {bots:Array(String)}';
    expect(await store.query({ sql, params: { bots: [deletedBot, otherBot] } })).toEqual([{ users: 1 }]);
  });

  it('gives back every field as it went in', async () => {
    const bot = store.freshBot();
    const event = anEvent({
      bot,
      id: '18446744073709551615',
      userId: 8_111_222_333,
      chatId: -1_002_003_004_005,
      chatType: 'supergroup',
      time: Date.UTC(2026, 2, 1, 12, 0, 0, 7),
      isStart: true,
      membership: 'blocked',
      name: '/start',
      text: 'tab\t, line\n, back\\slash, \'quote\', "double", nul\0, return\r',
      startPayload: 'source-x_campaign-y',
      params: { source: 'x', "it's": 'a\\b\t"c"' },
      source: 'x',
      amount: -5,
      currency: 'XTR',
      code: 403,
      isPremium: true,
      payload: '{"text":"\\n\\"Привет\\" 🛒"}',
    });
    await store.write([event]);
    const [row] = await store.query({
      sql: `SELECT toString(id) AS id, user_id, chat_id, chat_type, direction, kind, type, is_action, is_contact, is_start,
              membership, time, sent_at, toString(received_at) AS received_at, name, text, start_payload, params, source,
              amount, currency, code, language, is_premium, payload
            FROM events FINAL WHERE bot = {bot:String}`,
      params: { bot },
    });
    expect(row).toEqual({
      id: event.id,
      user_id: 8_111_222_333,
      chat_id: -1_002_003_004_005,
      chat_type: 'supergroup',
      direction: 'in',
      kind: 'message',
      type: 'text',
      is_action: true,
      is_contact: true,
      is_start: true,
      membership: 'blocked',
      time: '2026-03-01 12:00:00.007',
      sent_at: '2026-03-01 12:00:00',
      received_at: '2026-03-01 12:00:00.057',
      name: '/start',
      text: event.text,
      start_payload: event.startPayload,
      params: event.params,
      source: 'x',
      amount: -5,
      currency: 'XTR',
      code: 403,
      language: 'en',
      is_premium: true,
      payload: event.payload,
    });
  });

  it('keeps any text, alone and among neighbours', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text, payload: text, value: text }), { minLength: 1, maxLength: 30 }),
        async (list) => {
          const bot = store.freshBot();
          await store.write(
            list.map((one, index) =>
              anEvent({ bot, id: String(index), text: one.text, payload: one.payload, params: { k: one.value } }),
            ),
          );
          const storedRows = await store.query({
            sql: `SELECT text, payload, params['k'] AS value FROM events FINAL WHERE bot = {bot:String} ORDER BY id`,
            params: { bot },
          });
          expect(storedRows).toEqual(list);
        },
      ),
      { numRuns: 15 },
    );
    expect(store.rejections).toEqual([]);
  });

  it('counts an event once: in one batch, a day later, in another batch', async () => {
    const bot = store.freshBot();
    const first = anEvent({ bot, id: '7' });
    // The copy carries no date of its own sender, so its time is its receipt.
    const copy = { ...first, time: first.time + day, receivedAt: first.receivedAt + day };
    await store.write([first, { ...first }, anEvent({ bot, id: '8' })]);
    await store.write([copy]);
    expect(await rows(bot)).toEqual([
      { id: '7', user: 1, time: '2026-03-01 12:00:00.000', text: 'hello' },
      { id: '8', user: 1, time: '2026-03-01 12:00:00.000', text: 'hello' },
    ]);
  });

  it('lets the earliest copy win whatever the order of arrival', async () => {
    const bot = store.freshBot();
    const event = anEvent({ bot, id: '9', text: 'late' });
    await store.write([{ ...event, receivedAt: event.receivedAt + 5 * minute }]);
    await store.write([{ ...event, text: 'early' }]);
    await store.write([{ ...event, receivedAt: event.receivedAt + 9 * minute, text: 'later still' }]);
    expect((await rows(bot)).map((row) => row.text)).toEqual(['early']);
  });

  it('finds a copy through a time range that only the copy lies in', async () => {
    const bot = store.freshBot();
    const event = anEvent({ bot, id: '10' });
    await store.write([event]);
    await store.write([{ ...event, time: event.time + day, receivedAt: event.receivedAt + day }]);
    const [row] = await store.query<{ events: number }>({
      sql: `SELECT count() AS events FROM events FINAL
            WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`,
      params: { bot, from: event.time + minute },
    });
    expect(row?.events).toBe(0);
  });

  it('keeps what a user was at first and is at last', async () => {
    const bot = store.freshBot();
    const start = Date.UTC(2026, 2, 1, 12);
    const createEvent = (minutes: number, changes: Partial<Event>) =>
      anEvent({ bot, id: String(minutes), userId: 5, time: start + minutes * minute, ...changes });
    const events = [
      createEvent(0, { isStart: true, source: 'ads', startPayload: 'source-ads', firstName: 'Ada', username: 'ada' }),
      createEvent(10, { firstName: 'Ada L.', username: 'lovelace', isPremium: true }),
      createEvent(20, { isAction: false, membership: 'blocked', type: '', firstName: 'Ada L.', username: 'lovelace' }),
      createEvent(30, { isContact: false, userId: 6 }),
    ];
    await store.write(events);
    await store.write(events.slice(0, 2));
    const users = await store.query({
      sql: `SELECT user_id, first_time, last_time, last_action,
              tupleElement(first_profile, 'username') AS first, tupleElement(last_profile, 'username') AS last,
              tupleElement(first_source, 'source') AS source, tupleElement(last_profile, 'is_premium') AS premium
            FROM users FINAL WHERE bot = {bot:String}`,
      params: { bot },
    });
    expect(users).toEqual([
      {
        user_id: 5,
        first_time: '2026-03-01 12:00:00.000',
        last_time: '2026-03-01 12:20:00.000',
        last_action: '2026-03-01 12:10:00.000',
        first: 'ada',
        last: 'lovelace',
        source: 'ads',
        premium: false,
      },
    ]);
  });

  it('hands bad rows over with the reason and stores their neighbours', async () => {
    const bot = store.freshBot();
    const before = store.rejections.length;
    await store.write([
      anEvent({ bot, id: '1' }),
      anEvent({ bot, id: '2', sentAt: 1_772_366_400, time: Number.NaN }),
      anEvent({ bot, id: '3', userId: 2 ** 60 }),
      anEvent({ bot, id: '18446744073709551616' }),
      anEvent({ bot, id: '5', text: 'lone \ud800 surrogate' }),
      anEvent({ bot, id: '6', code: 2 ** 31, payload: 'x'.repeat(5_000) }),
    ]);
    expect((await rows(bot)).map((row) => [row.id, row.text])).toEqual([
      ['1', 'hello'],
      ['5', 'lone \ufffd surrogate'],
    ]);
    const rejected = store.rejections.slice(before);
    expect(rejected.map((one) => one.text.split('\n', 1)[0])).toEqual([
      'time: NaN cannot be stored',
      'userId: 1152921504606847000 cannot be stored',
      'id: "18446744073709551616" cannot be stored',
      'code: 2147483648 cannot be stored',
    ]);
    expect(rejected.map((one) => one.text.length)).toEqual([42, 60, 59, 2_000]);
    for (const one of rejected) expect(one).toMatchObject({ bot, kind: 'update', method: '', reason: 'OutOfRange' });
  });

  it('binds every kind of parameter', async () => {
    const text = "it's \\ a\ttab\nline \0 {x:String} --";
    const [row] = await store.query({
      sql: `SELECT {text:String} AS text, {small:Int32} AS small, {big:UInt64} AS big, {yes:Bool} AS yes,
              {words:Array(String)} AS words, {none:Nullable(String)} AS none`,
      params: { text, small: -3, big: 9_007_199_254_740_991n, yes: true, words: [text, "b'"], none: null },
    });
    expect(row).toEqual({ text, small: -3, big: 9_007_199_254_740_991, yes: true, words: [text, "b'"], none: null });
  });

  it('runs parameterised questions side by side without mixing their parameters', async () => {
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const answers = await Promise.all(
      numbers.map((number) =>
        store.query<{ n: number }>({ sql: 'SELECT {n:UInt32} AS n, sleepEachRow(0.005)', params: { n: number } }),
      ),
    );
    expect(answers.map(([row]) => row?.n)).toEqual(numbers);
  });

  it('says QueryTooHeavy of a statement that computed until its time was up', async () => {
    await expect(store.query({ sql: endless, timeoutSeconds: 3 })).rejects.toMatchObject({ code: 'QueryTooHeavy' });
  });

  it('says Overloaded, and when to come again, of one that waited', async () => {
    const waits = 'SELECT sleepEachRow(0.2) FROM numbers(1000) SETTINGS max_block_size = 1';
    const error = await store.query({ sql: waits, timeoutSeconds: 2 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'Overloaded', retryAfterS: 10 });
  });

  it('says QueryTooHeavy when a question would take too much memory', async () => {
    const heavy = store.query({ sql: 'SELECT groupArray(repeat(toString(number), 500)) FROM numbers(1e9)' });
    await expect(heavy).rejects.toMatchObject({ code: 'QueryTooHeavy' });
  });

  it('leaves a mistake in the SQL what it is', async () => {
    await expect(store.query({ sql: 'SELECT no_such_column FROM events' })).rejects.toThrow(/no_such_column/);
  });

  it('stops a question inside the engine when its caller gives up', async () => {
    const stop = new AbortController();
    const runningQuery = store.query({
      sql: 'SELECT count() FROM numbers(1e12) WHERE number % 7 = 1',
      tag: 'endless',
      signal: stop.signal,
    });
    const processes = async () => {
      const list = await store.query<{ tag: string }>({
        sql: `SELECT Settings['log_comment'] AS tag FROM system.processes`,
      });
      return list.filter(({ tag }) => tag.startsWith('endless#')).length;
    };
    await expect.poll(processes, { timeout: 5_000 }).toBe(1);
    stop.abort(new Error('the reader went away'));
    await expect(runningQuery).rejects.toThrow('the reader went away');
    await expect.poll(processes, { timeout: 5_000 }).toBe(0);
  });

  it('gives nobody the rows of a statement that was stopped', async () => {
    const ask = async (number: number) => {
      const stop = new AbortController();
      if (number % 2 === 1) setTimeout(() => stop.abort(new Error('gone')), number % 40);
      const rows = await store
        .query({
          sql: `SELECT {number:Int64} AS k${number % 5}, count() AS c FROM numbers(1000000) WHERE sipHash64(number) % 3 = 0`,
          params: { number },
          signal: stop.signal,
        })
        .catch((error: Error) => error.message);
      expect(rows).toSatisfy((answer) => answer === 'gone' || answer[0][`k${number % 5}`] === number);
    };
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => ask(round * 10 + index)));
    }
  });

  it('does not begin for a caller who has already gone', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(store.query({ sql: 'SELECT 1', signal })).rejects.toThrow('gone');
  });
});
