import { beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { cookieOf, describeOutcome, newPerson, type TestAccounts, testAccounts } from './test-accounts.ts';

const password = 'correct horse';

describe.each(testEngines)('accounts on $name', (engine) => {
  const metadata = testMetadata(engine);
  let kit: TestAccounts;
  beforeAll(() => {
    kit = testAccounts(metadata());
  });

  type Person = ReturnType<typeof newPerson>;
  const signUp = ({ email, caller }: Person) => kit.accounts.signUp({ email, password, language: 'en' }, caller);
  const activate = async ({ email, caller }: Person, code: string) => kit.accounts.activate({ email, code }, caller);
  const signIn = ({ email, caller }: Person, typedPassword = password, remember = false) =>
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
    active: async (person: Person) => {
      await signUp(person);
      await activate(person, await kit.codeOf(person.email));
    },
    forgotten: async (person: Person) => {
      await states.active(person);
      await kit.accounts.requestReset(person.email, person.caller);
    },
    'pending, forgotten': async (person: Person) => {
      await signUp(person);
      await kit.accounts.settled();
      await kit.accounts.requestReset(person.email, person.caller);
    },
  };

  /** The newest code that was mailed, or a guess where none was. */
  const code = (person: Person) => kit.codeOf(person.email).catch(() => '123456');
  const otherThan = (digits: string) => (digits === '000000' ? '000001' : '000000');
  const events = {
    'signs up': signUp,
    'signs in': signIn,
    'signs in wrongly': (person: Person) => signIn(person, 'not the password'),
    activates: async (person: Person) => activate(person, await code(person)),
    'activates wrongly': async (person: Person) => activate(person, otherThan(await code(person))),
    'activates too late': async (person: Person) => {
      await expire(person.email);
      return activate(person, await code(person));
    },
    'activates with the code before the last': async (person: Person) => {
      const older = await code(person);
      await kit.accounts.sendActivation(person.email, person.caller);
      return activate(person, older);
    },
    'asks for a code': (person: Person) => kit.accounts.sendActivation(person.email, person.caller),
    'forgets the password': (person: Person) => kit.accounts.requestReset(person.email, person.caller),
    'sets a new password': async (person: Person) =>
      kit.accounts.resetPassword(
        { email: person.email, code: await code(person), password: 'new password' },
        person.caller,
      ),
    'sets a new password wrongly': async (person: Person) =>
      kit.accounts.resetPassword(
        { email: person.email, code: otherThan(await code(person)), password: 'new password' },
        person.caller,
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
    const person = newPerson();
    await states[state](person);
    const before = (await kit.mailsTo(person.email)).length;

    expect(await describeOutcome(events[event](person))).toBe(outcome);
    expect((await kit.mailsTo(person.email)).length - before).toBe(mails);

    if (event === 'sets a new password' && outcome === 'done') {
      expect(await describeOutcome(signIn(person))).toBe('IncorrectUserPass');
      expect(await describeOutcome(signIn(person, 'new password'))).toBe('in');
    }
  });

  test('five wrong tries use a code up, a new one works', async () => {
    const person = newPerson();
    await signUp(person);
    const validCode = await kit.codeOf(person.email);
    for (let i = 0; i < 5; i++)
      expect(await describeOutcome(activate(person, otherThan(validCode)))).toBe('InvalidCode code');
    expect(await describeOutcome(activate(person, validCode))).toBe('InvalidCode code');
    await kit.accounts.sendActivation(person.email, person.caller);
    expect(await describeOutcome(activate(person, await kit.codeOf(person.email)))).toBe('in');
  });

  test('codes and passwords are not readable in the store', async () => {
    const person = newPerson();
    await signUp(person);
    const { db } = metadata();
    const codes = await db.selectFrom('mailed_codes').selectAll().where('email', '=', person.email).execute();
    expect(codes).toHaveLength(1);
    const [mail] = await kit.mailsTo(person.email);
    const link = new URL(/http\S+/.exec(mail!.text)![0]).searchParams.get('code')!;
    expect(link).toMatch(/^[\w-]{43}$/);
    for (const secret of [await kit.codeOf(person.email), link]) expect(JSON.stringify(codes)).not.toContain(secret);
    const signUps = db.selectFrom('sign_ups').select('password').where('email', '=', person.email);
    expect((await signUps.executeTakeFirstOrThrow()).password).toMatch(/^\$argon2id\$/);
  });

  test('the link of the mail works without the email', async () => {
    const person = newPerson();
    await kit.accounts.signUp(
      { email: person.email, password, language: 'ru', timeZone: 'Asia/Novosibirsk' },
      person.caller,
    );
    const [mail] = await kit.mailsTo(person.email);
    const link = new URL(/http\S+/.exec(mail!.text)![0]);
    expect(link.pathname).toBe('/activation');
    expect(link.searchParams.get('lang')).toBe('ru');
    expect(link.searchParams.get('email')).toBe(person.email);
    const signedIn = await kit.accounts.activate({ code: link.searchParams.get('code')! }, person.caller);
    expect(signedIn.account).toEqual({
      key: expect.stringMatching(/^\w{32}$/),
      email: person.email,
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
    await expect(kit.accounts.activate({ code: '123456' }, person.caller)).rejects.toThrow(AppError);
  });

  test('two sign-ups at once make one account', async () => {
    const person = newPerson();
    const outcomes = await Promise.all([describeOutcome(signUp(person)), describeOutcome(signUp(person))]);
    expect(outcomes).toEqual(['done', 'done']);
    expect(await describeOutcome(activate(person, await kit.codeOf(person.email)))).toBe('in');
    const matchingAccounts = (await kit.accounts.list()).filter(({ email }) => email === person.email);
    expect(matchingAccounts).toHaveLength(1);
  });

  test('a session: remembered or not, replaced by the next sign-in, ended by sign-out', async () => {
    const person = newPerson();
    await states.active(person);
    const shortSession = await signIn(person);
    const session = shortSession.cookies.find((cookie) => cookie.startsWith('botscope.session_token='))!;
    expect(session).toContain('HttpOnly');
    expect(session).toContain('SameSite=Lax');
    expect(session).not.toMatch(/Max-Age|Secure/i);

    const first = { cookie: cookieOf(shortSession.cookies) };
    expect((await kit.accounts.session(first))?.account.email).toBe(person.email);
    const returningUser = { email: person.email, caller: { ...person.caller, headers: first } };
    const longSession = await signIn(returningUser, password, true);
    expect(longSession.cookies[0]).toContain('Max-Age=2592000');
    expect(await kit.accounts.session(first)).toBeNull();

    const second = { cookie: cookieOf(longSession.cookies) };
    expect((await kit.accounts.session(second))?.account.email).toBe(person.email);
    const forget = await kit.accounts.signOut({ ...person.caller, headers: second });
    expect(forget[0]).toMatch(/^botscope\.session_token=;.*Max-Age=0/);
    expect(await kit.accounts.session(second)).toBeNull();
    expect(await kit.accounts.session({})).toBeNull();
    expect(await kit.accounts.session({ cookie: `botscope.session_token=${'x'.repeat(32)}.forged` })).toBeNull();
  });

  test('a new password ends the sessions of every browser', async () => {
    const person = newPerson();
    await states.active(person);
    const { cookies } = await signIn(person);
    await kit.accounts.requestReset(person.email, person.caller);
    await events['sets a new password'](person);
    expect(await kit.accounts.session({ cookie: cookieOf(cookies) })).toBeNull();

    const other = await signIn(person, 'new password');
    await kit.accounts.setPassword({ email: person.email, password: 'from the operator' });
    expect(await kit.accounts.session({ cookie: cookieOf(other.cookies) })).toBeNull();
    expect(await describeOutcome(signIn(person, 'from the operator'))).toBe('in');
  });

  test('https makes the cookies Secure', async () => {
    const secure = testAccounts(metadata(), 'https://stats.example.org');
    const person = newPerson();
    await secure.accounts.createAccount({ email: person.email, password });
    const { cookies } = await secure.accounts.signIn({ email: person.email, password, remember: false }, person.caller);
    expect(cookies[0]).toMatch(/^__Secure-botscope\.session_token=.*; Secure/);
  });

  test('guessing is limited for an account and address, and time or a success takes the limit away', async () => {
    const person = newPerson();
    await states.active(person);
    for (let i = 0; i < 9; i++) expect(await describeOutcome(signIn(person, 'a guess'))).toBe('IncorrectUserPass');
    expect(await describeOutcome(signIn(person))).toBe('in');
    for (let i = 0; i < 10; i++) expect(await describeOutcome(signIn(person, 'a guess'))).toBe('IncorrectUserPass');
    expect(await describeOutcome(signIn(person))).toBe('TooManyRequests');
    const elsewhere = { ...person, caller: newPerson().caller };
    expect(await describeOutcome(signIn(elsewhere))).toBe('in');
    kit.clock.now += 15 * 60_000;
    expect(await describeOutcome(signIn(person))).toBe('in');
  });

  test('mails are limited, and then a sign-in still says what to do', async () => {
    const person = newPerson();
    await signUp(person);
    for (let i = 0; i < 4; i++) await kit.accounts.sendActivation(person.email, person.caller);
    expect(await describeOutcome(signUp(person))).toBe('TooManyRequests');
    expect(await describeOutcome(kit.accounts.sendActivation(person.email, person.caller))).toBe('TooManyRequests');
    expect(await describeOutcome(signIn(person))).toBe('need_activate');
    expect(await kit.mailsTo(person.email)).toHaveLength(5);
    expect(await describeOutcome(activate(person, await kit.codeOf(person.email)))).toBe('in');
  });

  test('the operator makes active accounts', async () => {
    const person = newPerson();
    const before = await kit.accounts.count();
    await kit.accounts.createAccount({ email: person.email, password });
    expect(await kit.accounts.count()).toBe(before + 1);
    expect(await describeOutcome(signIn(person))).toBe('in');
    expect(await describeOutcome(kit.accounts.createAccount({ email: person.email, password }))).toBe(
      'EmailAddressAlready email',
    );
    expect(await describeOutcome(kit.accounts.setPassword({ email: 'nobody@example.com', password }))).toBe(
      'userNotFound email',
    );
    expect(await kit.mailsTo(person.email)).toEqual([]);
  });

  test('a common password is refused before it shows whether there is such an account', async () => {
    const person = newPerson();
    await states.active(person);
    for (const email of [person.email, 'nobody@example.com']) {
      const question = { email, code: '000000', password: 'password1' };
      expect(await describeOutcome(kit.accounts.resetPassword(question, person.caller))).toBe('WeakPassword password');
    }
  });

  test('an account without a password answers as one with another, and a reset gives it one', async () => {
    const person = newPerson();
    const { key } = await kit.accounts.createAccount({ email: person.email, password });
    await metadata().db.deleteFrom('credentials').where('account_id', '=', key).execute();
    expect(await describeOutcome(signIn(person))).toBe('IncorrectUserPass');
    await kit.accounts.requestReset(person.email, person.caller);
    await events['sets a new password'](person);
    expect(await describeOutcome(signIn(person, 'new password'))).toBe('in');
  });
});
