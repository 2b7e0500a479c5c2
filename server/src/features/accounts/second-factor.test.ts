import type { Account } from '@botscope/contract';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import type { Visitor } from './sign-in.ts';
import { describeOutcome, newOwner, signedInOwner, type TestAccounts, testAccounts } from './test-accounts.ts';

const password = 'correct horse';

describe.each(testEngines)('the second factor on $name', (engine) => {
  const metadata = testMetadata(engine);
  let kit: TestAccounts;
  beforeAll(() => {
    kit = testAccounts(metadata());
  });

  const generateCode = (secret: string, time = kit.clock.now) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: time });

  /** An account with an app; the clock stands a minute after it was switched on. */
  async function withApp() {
    const owner = await signedInOwner(kit);
    const { secret, uri } = await kit.accounts.keyring.beginTotp(owner.account, { password }, owner.caller);
    const { account, codes } = await kit.accounts.keyring.confirmTotp(
      owner.account,
      generateCode(secret),
      owner.caller,
    );
    kit.clock.now += 60_000;
    return { ...owner, account, secret, uri, codes };
  }
  const signIn = (email: string, caller: Visitor, remember = false) =>
    kit.accounts.signIn({ email, password, remember }, caller);
  const obtainTicket = async (email: string, caller: Visitor) => {
    const entered = await signIn(email, caller);
    if (entered.ticket === null) throw new Error('no second factor was asked for');
    return entered.ticket;
  };

  test('is on once a code of the app came back; ten recovery codes are shown once', async () => {
    const { account, email, uri, secret, codes } = await withApp();
    expect(account).toMatchObject({ second_factor: true, recovery_codes: 10 });
    expect(uri).toBe(
      `otpauth://totp/Botscope:${encodeURIComponent(email)}?issuer=Botscope&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
    const row = await metadata().db.selectFrom('accounts').selectAll().where('id', '=', account.key).execute();
    const text = JSON.stringify(row);
    for (const value of [secret, ...codes]) expect(text).not.toContain(value);
  });

  test('a secret whose code never came back counts for nothing, and an old one is forgotten', async () => {
    const owner = await signedInOwner(kit);
    const { keyring } = kit.accounts;
    const { secret } = await keyring.beginTotp(owner.account, { password }, owner.caller);
    expect((await signIn(owner.email, owner.caller)).ticket).toBeNull();
    expect(await describeOutcome(keyring.confirmTotp(owner.account, '000000', owner.caller))).toBe('InvalidCode code');
    kit.clock.now += 16 * 60_000;
    expect(await describeOutcome(keyring.confirmTotp(owner.account, generateCode(secret), owner.caller))).toBe(
      'InvalidCode code',
    );
  });

  test('the password gives no session but a ticket, and a code of the app turns it into a session', async () => {
    const { email, secret } = await withApp();
    const { caller } = newOwner();
    const entered = await signIn(email, caller, true);
    expect(entered).toEqual({ account: null, cookies: [], ticket: expect.any(String) });
    const ticket = entered.ticket!;
    expect(await describeOutcome(kit.accounts.signInWithCode({ ticket, code: '123456' }, caller))).toBe(
      'InvalidCode code',
    );
    const code = generateCode(secret);
    const { cookies } = await kit.accounts.signInWithCode(
      { ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` },
      caller,
    );
    expect(cookies[0]).toContain('Max-Age=2592000');
  });

  test('a code works once, also for two who come at the same time', async () => {
    const { email, secret } = await withApp();
    const { caller } = newOwner();
    const ticket = await obtainTicket(email, caller);
    const code = generateCode(secret);
    const signIn = () => describeOutcome(kit.accounts.signInWithCode({ ticket, code }, caller));
    expect((await Promise.all([signIn(), signIn()])).sort()).toEqual(['InvalidCode code', 'in']);
    expect(await signIn()).toBe('InvalidCode code');
    kit.clock.now += 30_000;
    expect(await describeOutcome(kit.accounts.signInWithCode({ ticket, code: generateCode(secret) }, caller))).toBe(
      'in',
    );
  });

  test.each([
    ['two steps ago', -60_000, 'InvalidCode code'],
    ['the step before', -30_000, 'in'],
    ['the step after', 30_000, 'in'],
    ['two steps ahead', 60_000, 'InvalidCode code'],
  ])('clocks may differ by a step: %s', async (_name, shift, outcome) => {
    const { email, secret } = await withApp();
    kit.clock.now += 120_000;
    const { caller } = newOwner();
    const ticket = await obtainTicket(email, caller);
    const code = generateCode(secret, kit.clock.now + shift);
    expect(await describeOutcome(kit.accounts.signInWithCode({ ticket, code }, caller))).toBe(outcome);
  });

  test('a recovery code works once, in any spelling, and its owner is notified', async () => {
    const { account, email, codes } = await withApp();
    const { caller } = newOwner();
    const ticket = await obtainTicket(email, caller);
    const code = codes[3]!.toUpperCase().replace('-', ' ');
    const signIn = () => kit.accounts.signInWithCode({ ticket, code }, caller);
    expect((await signIn()).account.recovery_codes).toBe(9);
    expect(await describeOutcome(signIn())).toBe('InvalidCode code');
    expect(kit.notified.filter(({ accountKey }) => accountKey === account.key).map(({ code }) => code)).toContain(
      'recovery_code_used',
    );
  });

  const noLonger: [
    name: string,
    invalidate: (owner: { account: Account; email: string; caller: Visitor }) => unknown,
  ][] = [
    [
      'ten minutes',
      () => {
        kit.clock.now += 10 * 60_000;
      },
    ],
    [
      'a new password',
      ({ account, caller }) =>
        kit.accounts.profile.setPassword(account.key, { current: password, next: 'another horse', proof: {} }, caller),
    ],
    ['the app is gone', ({ account, caller }) => kit.accounts.keyring.endTotp(account, { password }, caller)],
  ];
  test.each(noLonger)('a ticket is worthless after: %s', async (_name, invalidate) => {
    const owner = await withApp();
    const { caller } = newOwner();
    const ticket = await obtainTicket(owner.email, caller);
    await invalidate(owner);
    const question = { ticket, code: generateCode(owner.secret) };
    expect(await describeOutcome(kit.accounts.signInWithCode(question, caller))).toBe('InvalidTicket');
  });

  test('a ticket that was changed, or is none, is refused', async () => {
    const { email, secret } = await withApp();
    const { caller } = newOwner();
    const ticket = await obtainTicket(email, caller);
    const [payload, signature] = ticket.split('.');
    const other = Buffer.from(
      Buffer.from(payload!, 'base64url').toString().replace('"remember":false', '"remember":true'),
    ).toString('base64url');
    for (const forged of [`${other}.${signature}`, payload!, `${payload}.`, 'x', '.', `${ticket}x.y`]) {
      const question = { ticket: forged, code: generateCode(secret) };
      expect(await describeOutcome(kit.accounts.signInWithCode(question, caller))).toMatch(/InvalidTicket/);
    }
  });

  test('guessing codes is limited, and time takes the limit away', async () => {
    const { email, secret } = await withApp();
    const { caller } = newOwner();
    const ticket = await obtainTicket(email, caller);
    const guess = (code: string) => describeOutcome(kit.accounts.signInWithCode({ ticket, code }, caller));
    for (let i = 0; i < 10; i++) expect(await guess('aaaaa-aaaaa')).toBe('InvalidCode code');
    expect(await guess(generateCode(secret))).toBe('TooManyRequests');
    kit.clock.now += 15 * 60_000;
    const laterTicket = await obtainTicket(email, caller);
    const question = { ticket: laterTicket, code: generateCode(secret) };
    expect(await describeOutcome(kit.accounts.signInWithCode(question, caller))).toBe('in');
  });

  test('switching it off, or making new recovery codes, needs a proof', async () => {
    const { account, email, caller, secret, codes } = await withApp();
    const { keyring } = kit.accounts;
    expect(await describeOutcome(keyring.endTotp(account, {}, caller))).toBe('ProofNeeded password');
    expect(await describeOutcome(keyring.endTotp(account, { password: 'wrong' }, caller))).toBe(
      'InvalidPassword password',
    );
    expect(await describeOutcome(keyring.endTotp(account, { code: '000000' }, caller))).toBe('InvalidCode code');
    const renewal = await keyring.newRecoveryCodes(account, { code: generateCode(secret) }, caller);
    expect(renewal.codes).toHaveLength(10);
    expect(await describeOutcome(keyring.endTotp(account, { code: codes[0]! }, caller))).toBe('InvalidCode code');
    expect(await keyring.endTotp(account, { code: renewal.codes[0]! }, caller)).toMatchObject({
      second_factor: false,
      recovery_codes: 0,
    });
    expect((await signIn(email, caller)).ticket).toBeNull();
    expect(await describeOutcome(keyring.newRecoveryCodes(account, { password }, caller))).toBe('NotFound');
  });

  test('a forgotten password does not get past it', async () => {
    const { email } = await withApp();
    const { caller } = newOwner();
    await kit.accounts.requestReset(email, caller);
    const code = await kit.codeOf(email);
    await kit.accounts.resetPassword({ email, code, password: 'another horse' }, caller);
    const entered = await kit.accounts.signIn({ email, password: 'another horse', remember: false }, caller);
    expect(entered.account).toBeNull();
  });

  test('the operator lets in an owner who has lost app and codes', async () => {
    const { account, email, caller } = await withApp();
    expect(await kit.accounts.endSecondFactor(email)).toMatchObject({ key: account.key, second_factor: false });
    expect((await signIn(email, caller)).ticket).toBeNull();
    expect(await describeOutcome(kit.accounts.endSecondFactor('nobody@example.com'))).toBe('userNotFound email');
    expect(kit.notified.filter(({ accountKey }) => accountKey === account.key).map(({ code }) => code)).toContain(
      'totp_off',
    );
  });
});
