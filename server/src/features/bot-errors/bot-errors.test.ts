import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BotFailure } from '../../ingest/recording/bot-failure.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { type BotErrors, createBotErrors, trimBotErrors } from './bot-errors.ts';

const shop = '0123456789abc';
const cafe = 'fedcba9876543';
const logger = pino({ level: 'silent' });
const callFailure: BotFailure = {
  bot: shop,
  kind: 'call',
  code: 403,
  method: 'sendMessage',
  reason: 'Refused',
  text: 'Forbidden: bot was blocked by the user',
};

describe.each(testEngines)('the bot error log on $name', (engine) => {
  const metadata = testMetadata(engine);
  let now = Date.parse('2026-03-01T10:00:00Z');
  let log: BotErrors;
  beforeEach(async () => {
    const { db } = metadata();
    await db.deleteFrom('bots').execute();
    for (const key of [shop, cafe]) {
      await db
        .insertInto('bots')
        .values({ key, bot_name: `n${key}_bot`, username: '', api_key_hash: '' })
        .execute();
    }
    now = Date.parse('2026-03-01T10:00:00Z');
    log = createBotErrors({ metadata: metadata(), logger, now: () => now });
  });
  const recordAll = async (...failures: BotFailure[]): Promise<void> => {
    log.record(failures);
    await log.close();
  };

  it('gathers equal failures in one line, with the newest text', async () => {
    await recordAll(callFailure, { ...callFailure, text: 'Forbidden: user is deactivated' });
    now += 60_000;
    await recordAll({ ...callFailure, count: 5, text: 'again' });
    const page = await log.list(shop);
    expect(page).toEqual({
      lines: [
        {
          id: expect.any(Number),
          time: '2026-03-01T10:01:00.000Z',
          first_time: '2026-03-01T10:00:00.000Z',
          kind: 'call',
          code: 403,
          method: 'sendMessage',
          reason: 'Refused',
          text: 'again',
          count: 7,
        },
      ],
      total: 1,
      codes: [403],
      methods: ['sendMessage'],
    });
    expect((await log.list(cafe)).lines).toEqual([]);
  });

  it('keeps what differs in kind, code, method or reason apart', async () => {
    await recordAll(
      callFailure,
      { ...callFailure, kind: 'relay' },
      { ...callFailure, code: 400 },
      { ...callFailure, method: 'sendPhoto' },
      { ...callFailure, reason: 'Timeout' },
      { ...callFailure, bot: cafe },
    );
    expect((await log.list(shop)).total).toBe(5);
    expect((await log.list(cafe)).total).toBe(1);
  });

  it('blots out tokens, cuts long texts, and takes texts that PostgreSQL has no form for', async () => {
    const token = `123456789:${'A'.repeat(35)}`;
    await recordAll({ ...callFailure, text: `POST /bot${token}/sendMessage \0 \ud800 ${'x'.repeat(5_000)}` });
    const [line] = (await log.list(shop)).lines;
    expect(line?.text).toMatch(/^POST \/bot123456789:<secret>\/sendMessage \ufffd \ufffd x+$/);
    expect(line?.text.length).toBeLessThanOrEqual(2_000);
  });

  it('finds by kind, code, method and words', async () => {
    await recordAll(
      callFailure,
      { ...callFailure, code: 429, text: 'Too Many Requests: retry after 7' },
      { bot: shop, kind: 'relay', code: 0, reason: 'Timeout', text: 'no answer in 100%_ of 57 s' },
    );
    const codes = async (filter: Parameters<BotErrors['list']>[1]) => {
      const page = await log.list(shop, filter);
      expect(page.total).toBe(page.lines.length);
      expect([page.codes, page.methods]).toEqual([[0, 403, 429], ['sendMessage']]);
      return page.lines.map(({ code }) => code).sort((a, b) => a - b);
    };
    expect(await codes({})).toEqual([0, 403, 429]);
    expect(await codes({ kind: 'call' })).toEqual([403, 429]);
    expect(await codes({ code: 0 })).toEqual([0]);
    expect(await codes({ method: 'sendMessage', code: 403 })).toEqual([403]);
    expect(await codes({ search: ' many RETRY ' })).toEqual([429]);
    expect(await codes({ search: '100%_' })).toEqual([0]);
    expect(await codes({ search: '%' })).toEqual([0]);
    expect(await codes({ search: 'user unheard' })).toEqual([]);
  });

  it('turns pages, the newest first', async () => {
    for (let code = 1; code <= 230; code += 1) {
      now += 1_000 * (code % 2);
      log.record([{ ...callFailure, code }]);
    }
    await log.close();
    const listedCodes: number[] = [];
    let after: number | undefined;
    for (const size of [100, 100, 30, 0]) {
      const page = await log.list(shop, { after });
      expect([page.lines.length, page.total]).toEqual([size, 230]);
      listedCodes.push(...page.lines.map(({ code }) => code));
      after = page.lines.at(-1)?.id ?? after;
    }
    expect(new Set(listedCodes).size).toBe(230);
    expect([listedCodes[0], listedCodes.at(-1)].map((code) => Number(code) <= 2)).toEqual([false, true]);
  });

  it('is emptied for one bot, with what was still on its way', async () => {
    await recordAll(callFailure, { ...callFailure, bot: cafe });
    log.record([{ ...callFailure, code: 400 }]);
    await log.clear(shop);
    await log.close();
    expect((await log.list(shop)).total).toBe(0);
    expect((await log.list(cafe)).total).toBe(1);
  });

  it('loses the lines of erased users, keeps those of others, and the structure of those of nobody', async () => {
    const ownFailure = { ...callFailure, userId: 501, text: 'Bad Request: chat not found' };
    const otherFailure = { ...callFailure, code: 400, userId: 502, text: '{"text":"my words"}' };
    const nameless = [
      { bot: shop, kind: 'update', code: 400, reason: 'NotAnItem', text: '{"value":"q7"}' },
      { bot: shop, kind: 'update', code: 400, reason: 'TooLarge', text: '{"user":501,"value":"' },
      { bot: shop, kind: 'relay', code: 500, reason: 'BadStatus', text: '500 Error: <p>q7' },
      { bot: shop, kind: 'relay', code: 0, reason: 'Timeout', text: 'no answer in 57 s' },
      {
        ...callFailure,
        code: 400,
        method: 'sendPhoto',
        text: 'Bad Request: tag "q7" of -1001234567890\n{"chat_id":-1001234567890,"text":"q7"}',
      },
    ] as const;
    await recordAll(ownFailure, otherFailure, ...nameless, { ...callFailure, bot: cafe, userId: 501 });
    expect(await log.eraseUsers(shop, [501])).toBe(5);
    const texts = async () => (await log.list(shop)).lines.map(({ text }) => text).toSorted();
    expect(await texts()).toEqual([
      '500 …',
      'Bad Request: tag "…" of …\n{"chat_id":…,"text":"…"}',
      'no answer in 57 s',
      '{"text":"my words"}',
      '{"value":"…"}',
    ]);
    expect(await log.eraseUsers(shop, [501])).toBe(0);
    expect((await log.list(cafe)).total).toBe(1);
    // The line is of the user of its newest example.
    await recordAll({ ...otherFailure, userId: null, text: '"q7"' });
    expect(await log.eraseUsers(shop, [502])).toBe(1);
    expect(await texts()).toContain('"…"');
  });

  it('keeps failures while the store is away, counted up and bounded, and writes them when it is back', async () => {
    const isAway = { now: true };
    const real = metadata().db;
    // The driver's own way to fail: the statement never reaches the store.
    const db = new Proxy(real, {
      get(target, name) {
        if (name === 'insertInto' && isAway.now) throw new Error('ECONNREFUSED');
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const patient = createBotErrors({ metadata: { db }, logger, now: () => now, intervalMs: 0, retryMs: 10 });
    patient.record([callFailure, callFailure]);
    await patient.close();
    now += 1_000;
    patient.record([callFailure]);
    patient.record([
      { ...callFailure, bot: 'ffffffffffff0' },
      { ...callFailure, bot: cafe },
    ]);
    await patient.close();
    expect((await log.list(shop)).total).toBe(0);
    isAway.now = false;
    patient.record([{ ...callFailure, code: 500 }]);
    await patient.close();
    const { lines } = await log.list(shop);
    expect(lines.map(({ code, count, first_time }) => [code, count, first_time.slice(17, 19)])).toEqual(
      expect.arrayContaining([
        [403, 3, '00'],
        [500, 1, '01'],
      ]),
    );
    // A bot that is gone holds nobody up.
    expect((await log.list(cafe)).total).toBe(1);
  });

  it('trims each bot by its own days', async () => {
    const { db } = metadata();
    await db.updateTable('bots').set({ error_days: 2 }).where('key', '=', cafe).execute();
    await recordAll(callFailure, { ...callFailure, bot: cafe });
    expect(await trimBotErrors(db, now + 2 * 86_400_000)).toBe(0);
    expect(await trimBotErrors(db, now + 2 * 86_400_000 + 1)).toBe(1);
    expect((await log.list(cafe)).total).toBe(0);
    expect(await trimBotErrors(db, now + 90 * 86_400_000 + 1)).toBe(1);
  });
});
