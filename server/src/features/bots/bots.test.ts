import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Metadata, openMetadata } from '../../platform/metadata/open-metadata.ts';
import { type TestStore, testEngines } from '../../platform/metadata/test-metadata.ts';
import { ownerPermissions } from '../access/access.ts';
import { type Bots, createBots, presentBot } from './bots.ts';

const logger = pino({ level: 'silent' });
const secret = 'a secret for tests of 32 letters';
const token = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaww';

describe.each(testEngines)('bots on $name', (engine) => {
  let store: TestStore;
  let metadata: Metadata;
  let bots: Bots;
  let clock = Date.now();
  let account: string;
  beforeAll(async () => {
    store = await engine.create();
    metadata = await openMetadata(store.options);
    bots = createBots({ metadata, secret, logger, now: () => clock });
    account = 'account-of-a-test';
    await metadata.db.insertInto('accounts').values({ id: account, email: 'owner@example.com' }).execute();
  });
  afterAll(async () => {
    await metadata.close();
    await store.remove();
  });
  const tokenColumns = (tokenText: string, telegramId: number) => ({
    connection_type: 'auto',
    delivery_method: 'getUpdates',
    telegram_id: telegramId,
    token_sealed: bots.seal(tokenText),
    token_hash: bots.hashToken(tokenText),
  });

  it('are new for three days, paused since the first time, and tell what Telegram no longer has', async () => {
    const { bot } = await bots.add(account, 'pausing_bot', { platform: 'ManyChat' });
    const loadFlags = async (now = clock) => {
      const { statusDisable, new_bot, actualDataInTg, type_platform } = presentBot(
        (await bots.byKey(bot.key))!,
        ownerPermissions,
        now,
      );
      return { statusDisable, new_bot, actualDataInTg, type_platform };
    };
    const usual = { statusDisable: false, new_bot: true, actualDataInTg: true, type_platform: 'constructor' };
    expect(await loadFlags()).toEqual(usual);

    await bots.change(bot.key, { first_update_at: new Date(clock) });
    const day = 86_400_000;
    expect([(await loadFlags(clock + 3 * day - 1)).new_bot, (await loadFlags(clock + 3 * day)).new_bot]).toEqual([
      true,
      false,
    ]);

    const since = (await bots.pause(bot.key, true)).paused_at;
    clock += 60_000;
    expect((await bots.pause(bot.key, true)).paused_at).toEqual(since);
    expect((await loadFlags()).statusDisable).toBe(true);
    expect((await bots.cached(bot.key))?.paused_at).toEqual(since);
    await bots.pause(bot.key, false);
    expect(await loadFlags()).toEqual(usual);

    const problem = { code: 'WebhookChanged', since: '', heard: '', detail: '' };
    await bots.change(bot.key, { problems: JSON.stringify([problem]) });
    expect((await loadFlags()).actualDataInTg).toBe(false);
  });

  it('are found by a token that stays unreadable in the store', async () => {
    expect(await bots.byToken(token)).toBeNull();
    const { bot } = await bots.add(account, 'token_bot', tokenColumns(token, 123_456_789));
    expect((await bots.byToken(token))?.key).toBe(bot.key);
    expect(bots.tokenOf(bot)).toBe(token);
    expect(JSON.stringify(bot)).not.toContain('AAHdq');
    expect(presentBot(bot, ownerPermissions)).toMatchObject({
      has_token: true,
      connection_type: 'auto',
      delivery_method: 'getUpdates',
    });
    expect(JSON.stringify(presentBot(bot, ownerPermissions))).not.toContain(bot.token_hash ?? 'none');
    const next = `123456789:AA${'n'.repeat(33)}`;
    await bots.change(bot.key, tokenColumns(next, 123_456_789));
    expect([await bots.byToken(token), (await bots.byToken(next))?.key]).toEqual([null, bot.key]);
    expect((await bots.byTelegramId(123_456_789))?.key).toBe(bot.key);
  });

  it('are added to nobody who is gone', async () => {
    await expect(bots.add('gone', 'orphan_bot')).rejects.toMatchObject({ code: 'NotSignedIn' });
    expect(await bots.byName('orphan_bot')).toBeNull();
  });

  it('have no secrets if these were sealed with another APP_SECRET', async () => {
    const bot = await bots.byName('token_bot');
    const moved = createBots({ metadata, secret: `${secret}.`, logger });
    expect([moved.tokenOf(bot!), moved.tokenOf(bot!), bots.tokenOf(bot!)]).toEqual([
      null,
      null,
      `123456789:AA${'n'.repeat(33)}`,
    ]);
  });

  it('have one row for one bot of Telegram', async () => {
    await expect(bots.add(account, 'second_bot', tokenColumns('1:x', 123_456_789))).rejects.toMatchObject({
      code: 'TidExist',
    });
    await expect(bots.add(account, 'TOKEN_bot')).rejects.toMatchObject({ code: 'botExist' });
    const { bot } = await bots.add(account, 'third_bot');
    await expect(bots.change(bot.key, { telegram_id: 123_456_789 })).rejects.toMatchObject({ code: 'TidExist' });
    // A removed one makes room.
    const first = await bots.byTelegramId(123_456_789);
    await bots.remove(first?.key ?? '');
    await bots.change(bot.key, { telegram_id: 123_456_789 });
    const { token_sealed, token_hash } = await metadata.db
      .selectFrom('bots')
      .selectAll()
      .where('key', '=', first?.key ?? '')
      .executeTakeFirstOrThrow();
    expect([token_sealed, token_hash]).toEqual([null, null]);
  });

  it('note when calls came, and tell those who watch', async () => {
    const { bot } = await bots.add(account, 'calling_bot');
    await bots.cached(bot.key);
    const callDates: (string | null | undefined)[] = [];
    const unwatch = bots.watch(bot.key, (row) => callDates.push(row && presentBot(row, ownerPermissions).last_call_at));
    bots.touchCall(bot.key, Date.UTC(2026, 2, 2));
    await expect.poll(() => callDates).toEqual(['2026-03-02T00:00:00.000Z']);
    expect(presentBot((await bots.byKey(bot.key))!, ownerPermissions)).toMatchObject({
      status: false,
      status_send: true,
    });
    unwatch();
  });

  it('are claimed for a look by one process, those not looked at longest first', async () => {
    await metadata.db.updateTable('bots').set({ token_sealed: null }).execute();
    for (const [name, minutes] of [
      ['look_a_bot', 10],
      ['look_b_bot', 20],
      ['look_c_bot', 1],
    ] as const) {
      const { bot } = await bots.add(account, name, { token_sealed: 'x' });
      await bots.change(bot.key, { checked_at: new Date(clock - minutes * 60_000) });
    }
    await bots.add(account, 'look_d_bot', { token_sealed: 'x' });
    const claim = async (limit: number) =>
      (await bots.claimForCheck(new Date(clock - 300_000), new Date(clock), limit)).map((bot) => bot.bot_name).sort();
    const claims = await Promise.all([claim(2), claim(2)]);
    expect(claims.flat().sort()).toEqual(['look_a_bot', 'look_b_bot', 'look_d_bot']);
    expect(await claim(2)).toEqual([]);
  });

  it('await a token only while one was connected by name alone', async () => {
    expect(await bots.awaitsToken()).toBe(false);
    const { bot } = await bots.add(account, 'named_bot', { connection_type: 'manual', delivery_method: 'getUpdates' });
    expect(await bots.awaitsToken()).toBe(true);
    await bots.change(bot.key, { token_hash: 'hash' });
    expect(await bots.awaitsToken()).toBe(false);
  });

  it('work from memory while the store is away; others are answered with an error', async () => {
    const { bot } = await bots.add(account, 'away_bot', tokenColumns(token, 77));
    const key = bot.key;
    await bots.byToken(token);
    await metadata.close();
    clock += 3_600_000;
    expect((await bots.cached(key))?.key).toBe(key);
    expect((await bots.byToken(token))?.key).toBe(key);
    await expect(bots.cached('0000000000000')).rejects.toMatchObject({ code: 'StoreUnavailable' });
    await expect(bots.byToken(`9:${'A'.repeat(35)}`)).rejects.toMatchObject({ code: 'StoreUnavailable' });
    metadata = await openMetadata(store.options);
  });
});

describe('hook secrets', () => {
  it('follow from the installation and the bot, and need no store', () => {
    const createFor = (appSecret: string) =>
      createBots({ metadata: { db: undefined as never }, secret: appSecret, logger });
    const [one, other] = [createFor(secret), createFor(`${secret}.`)];
    expect(one.ourHookSecret('0123456789abc')).toBe(createFor(secret).ourHookSecret('0123456789abc'));
    expect(one.ourHookSecret('0123456789abc')).not.toBe(one.ourHookSecret('0123456789abd'));
    expect(one.ourHookSecret('0123456789abc')).not.toBe(other.ourHookSecret('0123456789abc'));
  });
});
