import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { cookieOf, signedInOwner, type TestAccounts, testAccounts } from './test-accounts.ts';

const day = 86_400_000;

describe.each(testEngines)('sessions on $name', (engine) => {
  const metadata = testMetadata(engine);
  let kit: TestAccounts;
  beforeAll(() => {
    kit = testAccounts(metadata());
  });
  const isIn = async (headers: { cookie?: string }) => (await kit.accounts.session(headers)) !== null;

  test('the store holds only the hash of the token', async () => {
    const { account, caller } = await signedInOwner(kit);
    const token = caller.headers.cookie!.split('=')[1]!;
    expect(token).toMatch(/^[\w-]{43}$/);
    const rows = await metadata().db.selectFrom('sessions').selectAll().where('account_id', '=', account.key).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]!.token).toBe(createHash('sha256').update(token).digest('hex'));
    expect(await isIn({ cookie: `botscope.session_token=${rows[0]!.token}` })).toBe(false);
  });

  test.each([
    [true, 30 * day],
    [false, day],
  ])('remembered: %s, it lasts %i ms, however busy it is', async (remember, life) => {
    const { account, caller } = await signedInOwner(kit);
    const { cookies } = await kit.accounts.openSession(account.key, caller, { remember, how: 'password' });
    const headers = { cookie: `theme=dark; ${cookieOf(cookies)}; other=1` };
    const start = kit.clock.now;
    // Thirty days are longer than two weeks of idleness: the session is used now and then.
    for (const part of [0.3, 0.6, 0.9]) {
      kit.clock.now = start + life * part;
      expect(await isIn(headers)).toBe(true);
    }
    kit.clock.now = start + life;
    expect(await isIn(headers)).toBe(false);
    expect(await kit.accounts.sessions.list(account.key, headers)).toEqual([]);
  });

  test('one that was not used for two weeks is over; each use restarts them', async () => {
    const { account, caller } = await signedInOwner(kit);
    for (let visit = 0; visit < 2; visit++) {
      kit.clock.now += 13.9 * day;
      expect(await isIn(caller.headers)).toBe(true);
    }
    const other = await kit.accounts.openSession(
      account.key,
      { ...caller, headers: {} },
      { remember: true, how: 'password' },
    );
    kit.clock.now += 14 * day;
    expect(await isIn({ cookie: cookieOf(other.cookies) })).toBe(false);
    expect(await kit.accounts.sessions.list(account.key, caller.headers)).toEqual([]);
  });

  test('a sign-in replaces the session of the browser, and what is open for it hears of that', async () => {
    const { account, caller } = await signedInOwner(kit);
    const before = kit.ended.length;
    const { cookies } = await kit.accounts.openSession(account.key, caller, { remember: false, how: 'password' });
    expect(await isIn(caller.headers)).toBe(false);
    expect(await isIn({ cookie: cookieOf(cookies) })).toBe(true);
    expect(kit.ended.slice(before)).toEqual([account.key]);
  });

  test('the list says where and when; each can be ended, and all others at once', async () => {
    const ann = await signedInOwner(kit);
    const start = kit.clock.now;
    const otherHeaders = [];
    for (const agent of ['Mozilla/5.0 (Windows NT 10.0) Firefox/130.0', 'curl/8.9']) {
      kit.clock.now += 60_000;
      const caller = { headers: { 'user-agent': agent }, address: '192.0.2.7', device: null };
      const { cookies } = await kit.accounts.openSession(ann.account.key, caller, { remember: true, how: 'password' });
      otherHeaders.push({ cookie: cookieOf(cookies) });
    }
    kit.clock.now += 10 * 60_000;
    expect(await isIn(ann.caller.headers)).toBe(true);

    const list = await kit.accounts.sessions.list(ann.account.key, ann.caller.headers);
    expect(list.map(({ device, address, is_current }) => [device, address, is_current])).toEqual([
      ['test', ann.caller.address, true],
      ['curl', '192.0.2.7', false],
      ['Firefox, Windows', '192.0.2.7', false],
    ]);
    expect(list[0]).toMatchObject({
      created_at: new Date(start).toISOString(),
      last_seen_at: new Date(kit.clock.now).toISOString(),
    });

    const bob = await signedInOwner(kit);
    expect(await kit.accounts.sessions.endOne(bob.account.key, list[1]!.id)).toBe(false);
    expect(await kit.accounts.sessions.endOne(ann.account.key, list[1]!.id)).toBe(true);
    expect(await Promise.all(otherHeaders.map(isIn))).toEqual([true, false]);
    expect(await kit.accounts.signOutEverywhere(ann.account, false, ann.caller)).toEqual([]);
    expect(await isIn(otherHeaders[0]!)).toBe(false);
    expect(await isIn(ann.caller.headers)).toBe(true);
    const cookies = await kit.accounts.signOutEverywhere(ann.account, true, ann.caller);
    expect(cookies[0]).toContain('Max-Age=0');
    expect(await isIn(ann.caller.headers)).toBe(false);
    expect(await isIn(bob.caller.headers)).toBe(true);
    expect(kit.notified.filter(({ accountKey }) => accountKey === ann.account.key).map(({ code }) => code)).toEqual([
      'new_device',
      'new_device',
      'signed_out_everywhere',
      'signed_out_everywhere',
    ]);
  });
});
