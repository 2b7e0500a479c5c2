import { beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { cookieOf, describeOutcome, newOwner, type TestAccounts, testAccounts } from './test-accounts.ts';

const password = 'correct horse';

describe.each(testEngines)('accounts on $name', (engine) => {
  const metadata = testMetadata(engine);
  let kit: TestAccounts;
  beforeAll(() => {
    kit = testAccounts(metadata());
  });

  type Owner = ReturnType<typeof newOwner>;
  const signUp = ({ email, caller }: Owner) => kit.accounts.signUp({ email, password, language: 'en' }, caller);
  const activate = async ({ email, caller }: Owner, code: string) => kit.accounts.activate({ email, code }, caller);
  const signIn = ({ email, caller }: Owner, typedPassword = password, remember = false) =>
    kit.accounts.signIn({ email, password: typedPassword, remember }, caller);
  const expire = (email: string) =>
    metadata()
      .db.updateTable('mailed_codes')
      .set({ expires_at: new Date(kit.clock.now - 1_000) })
      .where('email', '=', email)
      .execute();

  const states = {
    unknown: async () => {},
    pending: signUp,
    active: async (owner: Owner) => {
      await signUp(owner);
      await activate(owner, await kit.codeOf(owner.email));
    },
    forgotten: async (owner: Owner) => {
      await states.active(owner);
      await kit.accounts.requestReset(owner.email, owner.caller);
    },
    'pending, forgotten': async (owner: Owner) => {
      await signUp(owner);
      await kit.accounts.settled();
      await kit.accounts.requestReset(owner.email, owner.caller);
    },
  };

  /** The newest code that was mailed, or a guess where none was. */
  const code = (owner: Owner) => kit.codeOf(owner.email).catch(() => '123456');
  const otherThan = (digits: string) => (digits === '000000' ? '000001' : '000000');
  const events = {
    'signs up': signUp,
    'signs in': signIn,
    'signs in wrongly': (owner: Owner) => signIn(owner, 'not the password'),
    activates: async (owner: Owner) => activate(owner, await code(owner)),
    'activates wrongly': async (owner: Owner) => activate(owner, otherThan(await code(owner))),
    'activates too late': async (owner: Owner) => {
      await expire(owner.email);
      return activate(owner, await code(owner));
    },
    'activates with the code before the last': async (owner: Owner) => {
      const older = await code(owner);
      await kit.accounts.sendActivation(owner.email, owner.caller);
      return activate(owner, older);
    },
    'asks for a code': (owner: Owner) => kit.accounts.sendActivation(owner.email, owner.caller),
    'forgets the password': (owner: Owner) => kit.accounts.requestReset(owner.email, owner.caller),
    'sets a new password': async (owner: Owner) =>
      kit.accounts.resetPassword(
        { email: owner.email, code: await code(owner), password: 'new password' },
        owner.caller,
      ),
    'sets a new password wrongly': async (owner: Owner) =>
      kit.accounts.resetPassword(
        { email: owner.email, code: otherThan(await code(owner)), password: 'new password' },
        owner.caller,
      ),
  };

  test.each<[state: keyof typeof states, event: keyof typeof events, outcome: string, mails: number]>([
    ['unknown', 'signs up', 'done', 1],
    ['unknown', 'signs in', 'IncorrectUserPass', 0],
    ['unknown', 'activates', 'InvalidCode code', 0],
    ['unknown', 'asks for a code', 'done', 0],
    ['unknown', 'forgets the password', 'done', 0],
    ['unknown', 'sets a new password', 'InvalidCode code', 0],
    ['pending', 'signs up', 'done', 1],
    ['pending', 'signs in', 'need_activate', 1],
    ['pending', 'signs in wrongly', 'IncorrectUserPass', 0],
    ['pending', 'activates', 'in', 0],
    ['pending', 'activates wrongly', 'InvalidCode code', 0],
    ['pending', 'activates too late', 'InvalidCode code', 0],
    ['pending', 'activates with the code before the last', 'InvalidCode code', 1],
    ['pending', 'asks for a code', 'done', 1],
    ['pending', 'forgets the password', 'done', 1],
    ['pending', 'sets a new password', 'InvalidCode code', 0],
    ['active', 'signs up', 'done', 1],
    ['active', 'signs in', 'in', 0],
    ['active', 'signs in wrongly', 'IncorrectUserPass', 0],
    ['active', 'activates', 'InvalidCode code', 0],
    ['active', 'asks for a code', 'done', 1],
    ['active', 'forgets the password', 'done', 1],
    ['active', 'sets a new password', 'InvalidCode code', 0],
    ['forgotten', 'signs in', 'in', 0],
    ['forgotten', 'activates', 'InvalidCode code', 0],
    ['forgotten', 'sets a new password', 'done', 0],
    ['forgotten', 'sets a new password wrongly', 'InvalidCode code', 0],
    ['pending, forgotten', 'activates', 'InvalidCode code', 0],
    ['pending, forgotten', 'sets a new password', 'done', 0],
  ])('%s: %s → %s, %i mails', async (state, event, outcome, mails) => {
    const owner = newOwner();
    await states[state](owner);
    const before = (await kit.mailsTo(owner.email)).length;

    expect(await describeOutcome(events[event](owner))).toBe(outcome);
    expect((await kit.mailsTo(owner.email)).length - before).toBe(mails);

    if (event === 'sets a new password' && outcome === 'done') {
      expect(await describeOutcome(signIn(owner))).toBe('IncorrectUserPass');
      expect(await describeOutcome(signIn(owner, 'new password'))).toBe('in');
    }
  });

  test('five wrong tries use a code up, a new one works', async () => {
    const owner = newOwner();
    await signUp(owner);
    const validCode = await kit.codeOf(owner.email);
    for (let i = 0; i < 5; i++)
      expect(await describeOutcome(activate(owner, otherThan(validCode)))).toBe('InvalidCode code');
    expect(await describeOutcome(activate(owner, validCode))).toBe('InvalidCode code');
    await kit.accounts.sendActivation(owner.email, owner.caller);
    expect(await describeOutcome(activate(owner, await kit.codeOf(owner.email)))).toBe('in');
  });

  test('codes and passwords are not readable in the store', async () => {
    const owner = newOwner();
    await signUp(owner);
    const { db } = metadata();
    const codes = await db.selectFrom('mailed_codes').selectAll().where('email', '=', owner.email).execute();
    expect(codes).toHaveLength(1);
    const [mail] = await kit.mailsTo(owner.email);
    const link = new URL(/http\S+/.exec(mail!.text)![0]).searchParams.get('code')!;
    expect(link).toMatch(/^[\w-]{43}$/);
    for (const secret of [await kit.codeOf(owner.email), link]) expect(JSON.stringify(codes)).not.toContain(secret);
    const signUps = db.selectFrom('sign_ups').select('password').where('email', '=', owner.email);
    expect((await signUps.executeTakeFirstOrThrow()).password).toMatch(/^\$argon2id\$/);
  });

  test('the link of the mail works without the email', async () => {
    const owner = newOwner();
    await kit.accounts.signUp(
      { email: owner.email, password, language: 'ru', timeZone: 'Asia/Novosibirsk' },
      owner.caller,
    );
    const [mail] = await kit.mailsTo(owner.email);
    const link = new URL(/http\S+/.exec(mail!.text)![0]);
    expect(link.pathname).toBe('/activation');
    expect(link.searchParams.get('lang')).toBe('ru');
    expect(link.searchParams.get('email')).toBe(owner.email);
    const signedIn = await kit.accounts.activate({ code: link.searchParams.get('code')! }, owner.caller);
    expect(signedIn.account).toEqual({
      key: expect.stringMatching(/^\w{32}$/),
      email: owner.email,
      locale: 'ru',
      time_zone: 'Asia/Novosibirsk',
      tariff: 4,
      tid: null,
      expiration_date: null,
      bill_sum: 0,
      currency: 'RUB',
      report_currency: 'RUB',
      telegram_name: '',
      is_admin: expect.any(Boolean),
      has_password: true,
      second_factor: false,
      recovery_codes: 0,
      passkeys: 0,
    });
    await expect(kit.accounts.activate({ code: '123456' }, owner.caller)).rejects.toThrow(AppError);
  });

  test('two sign-ups at once make one account', async () => {
    const owner = newOwner();
    const outcomes = await Promise.all([describeOutcome(signUp(owner)), describeOutcome(signUp(owner))]);
    expect(outcomes).toEqual(['done', 'done']);
    expect(await describeOutcome(activate(owner, await kit.codeOf(owner.email)))).toBe('in');
    const matchingAccounts = (await kit.accounts.list()).filter(({ email }) => email === owner.email);
    expect(matchingAccounts).toHaveLength(1);
  });

  test('a session: remembered or not, replaced by the next sign-in, ended by sign-out', async () => {
    const owner = newOwner();
    await states.active(owner);
    const shortSession = await signIn(owner);
    const session = shortSession.cookies.find((cookie) => cookie.startsWith('botscope.session_token='))!;
    expect(session).toContain('HttpOnly');
    expect(session).toContain('SameSite=Lax');
    expect(session).not.toMatch(/Max-Age|Secure/i);

    const first = { cookie: cookieOf(shortSession.cookies) };
    expect((await kit.accounts.session(first))?.account.email).toBe(owner.email);
    const returningUser = { email: owner.email, caller: { ...owner.caller, headers: first } };
    const longSession = await signIn(returningUser, password, true);
    expect(longSession.cookies[0]).toContain('Max-Age=2592000');
    expect(await kit.accounts.session(first)).toBeNull();

    const second = { cookie: cookieOf(longSession.cookies) };
    expect((await kit.accounts.session(second))?.account.email).toBe(owner.email);
    const forget = await kit.accounts.signOut({ ...owner.caller, headers: second });
    expect(forget[0]).toMatch(/^botscope\.session_token=;.*Max-Age=0/);
    expect(await kit.accounts.session(second)).toBeNull();
    expect(await kit.accounts.session({})).toBeNull();
    expect(await kit.accounts.session({ cookie: `botscope.session_token=${'x'.repeat(32)}.forged` })).toBeNull();
  });

  test('a new password ends the sessions of every browser', async () => {
    const owner = newOwner();
    await states.active(owner);
    const { cookies } = await signIn(owner);
    await kit.accounts.requestReset(owner.email, owner.caller);
    await events['sets a new password'](owner);
    expect(await kit.accounts.session({ cookie: cookieOf(cookies) })).toBeNull();

    const other = await signIn(owner, 'new password');
    await kit.accounts.setPassword({ email: owner.email, password: 'from the operator' });
    expect(await kit.accounts.session({ cookie: cookieOf(other.cookies) })).toBeNull();
    expect(await describeOutcome(signIn(owner, 'from the operator'))).toBe('in');
  });

  test('https makes the cookies Secure', async () => {
    const secure = testAccounts(metadata(), 'https://stats.example.org');
    const owner = newOwner();
    await secure.accounts.createAccount({ email: owner.email, password });
    const { cookies } = await secure.accounts.signIn({ email: owner.email, password, remember: false }, owner.caller);
    expect(cookies[0]).toMatch(/^__Secure-botscope\.session_token=.*; Secure/);
  });

  test('guessing is limited for an account and address, and time or a success takes the limit away', async () => {
    const owner = newOwner();
    await states.active(owner);
    for (let i = 0; i < 9; i++) expect(await describeOutcome(signIn(owner, 'a guess'))).toBe('IncorrectUserPass');
    expect(await describeOutcome(signIn(owner))).toBe('in');
    for (let i = 0; i < 10; i++) expect(await describeOutcome(signIn(owner, 'a guess'))).toBe('IncorrectUserPass');
    expect(await describeOutcome(signIn(owner))).toBe('TooManyRequests');
    const elsewhere = { ...owner, caller: newOwner().caller };
    expect(await describeOutcome(signIn(elsewhere))).toBe('in');
    kit.clock.now += 15 * 60_000;
    expect(await describeOutcome(signIn(owner))).toBe('in');
  });

  test('mails are limited, and then a sign-in still says what to do', async () => {
    const owner = newOwner();
    await signUp(owner);
    for (let i = 0; i < 4; i++) await kit.accounts.sendActivation(owner.email, owner.caller);
    expect(await describeOutcome(signUp(owner))).toBe('TooManyRequests');
    expect(await describeOutcome(kit.accounts.sendActivation(owner.email, owner.caller))).toBe('TooManyRequests');
    expect(await describeOutcome(signIn(owner))).toBe('need_activate');
    expect(await kit.mailsTo(owner.email)).toHaveLength(5);
    expect(await describeOutcome(activate(owner, await kit.codeOf(owner.email)))).toBe('in');
  });

  test('the operator makes active accounts', async () => {
    const owner = newOwner();
    const before = await kit.accounts.count();
    await kit.accounts.createAccount({ email: owner.email, password });
    expect(await kit.accounts.count()).toBe(before + 1);
    expect(await describeOutcome(signIn(owner))).toBe('in');
    expect(await describeOutcome(kit.accounts.createAccount({ email: owner.email, password }))).toBe(
      'EmailAddressAlready email',
    );
    expect(await describeOutcome(kit.accounts.setPassword({ email: 'nobody@example.com', password }))).toBe(
      'userNotFound email',
    );
    expect(await kit.mailsTo(owner.email)).toEqual([]);
  });

  test('a common password is refused before it shows whether there is such an account', async () => {
    const owner = newOwner();
    await states.active(owner);
    for (const email of [owner.email, 'nobody@example.com']) {
      const question = { email, code: '000000', password: 'password1' };
      expect(await describeOutcome(kit.accounts.resetPassword(question, owner.caller))).toBe('WeakPassword password');
    }
  });

  test('an account without a password answers as one with another, and a reset gives it one', async () => {
    const owner = newOwner();
    const { key } = await kit.accounts.createAccount({ email: owner.email, password });
    await metadata().db.deleteFrom('credentials').where('account_id', '=', key).execute();
    expect(await describeOutcome(signIn(owner))).toBe('IncorrectUserPass');
    await kit.accounts.requestReset(owner.email, owner.caller);
    await events['sets a new password'](owner);
    expect(await describeOutcome(signIn(owner, 'new password'))).toBe('in');
  });
});
