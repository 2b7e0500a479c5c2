import { beforeAll, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { describeOutcome, newOwner, signedInOwner, type TestAccounts, testAccounts } from './test-accounts.ts';

const password = 'correct horse';
const nobodyElse = 'wrong horse';

describe.each(testEngines)('the profile on $name', (engine) => {
  const metadata = testMetadata(engine);
  let kit: TestAccounts;
  beforeAll(() => {
    kit = testAccounts(metadata());
  });

  /** An account from Telegram: no email, no password. */
  async function telegramUser() {
    const { email, caller } = newOwner();
    const key = `tg-${email}`;
    await metadata()
      .db.insertInto('accounts')
      .values({ id: key, email: null, tid: 7_000 + kit.ended.length })
      .execute();
    const { cookies } = await kit.accounts.openSession(key, caller, { remember: true, how: 'telegram' });
    return { key, email, caller: { ...caller, headers: { cookie: cookies[0]!.split(';')[0]! } } };
  }
  const loadAudit = async (key: string) => {
    const rows = await metadata()
      .db.selectFrom('audit')
      .selectAll()
      .where('account_key', '=', key)
      .orderBy('id')
      .execute();
    return rows.map(({ action, detail }) => [action, detail]);
  };
  const setEmail = (
    owner: { account: { key: string }; caller: Parameters<typeof kit.accounts.prove>[2] },
    email: string,
  ) => kit.accounts.profile.setEmail(owner.account.key, email, { password }, owner.caller);

  test('another email counts when its code comes back; the old address is notified', async () => {
    const owner = await signedInOwner(kit);
    const { key } = owner.account;
    const next = newOwner().email;
    await setEmail(owner, next);
    const [mail] = await kit.mailsTo(next);
    expect(/http\S+/.exec(mail!.text)![0]).toMatch(/\/profile\?email_code=\d{6}&lang=en$/);
    expect((await kit.accounts.byKey(key))!.email).toBe(owner.email);

    const confirm = (code: string) => kit.accounts.profile.confirmEmail(key, code, owner.caller);
    expect(await describeOutcome(confirm('000 000'))).toBe('InvalidCode code');
    expect(await confirm(await kit.codeOf(next))).toMatchObject({ email: next });
    expect(await describeOutcome(confirm(await kit.codeOf(next)))).toBe('InvalidCode code');
    expect((await kit.mailsTo(owner.email)).map(({ subject }) => subject)).toEqual(['Your Botscope email was changed']);
    expect(await loadAudit(key)).toContainEqual(['email_changed', { from: owner.email, email: next }]);
    expect(await describeOutcome(kit.accounts.signIn({ email: next, password, remember: false }, owner.caller))).toBe(
      'in',
    );
  });

  test('an email of another account is not taken over, and only its owner learns that there is one', async () => {
    const [ann, bob] = [await signedInOwner(kit), await signedInOwner(kit)];
    expect(await describeOutcome(setEmail(ann, bob.email))).toBe('done');
    expect((await kit.mailsTo(bob.email)).map(({ subject }) => subject)).toEqual([
      'You already have a Botscope account',
    ]);
    expect(await describeOutcome(setEmail(ann, ann.email))).toBe('EmailAlready email');
    const next = newOwner().email;
    await setEmail(ann, next);
    await kit.accounts.createAccount({ email: next, password });
    const confirmed = kit.accounts.profile.confirmEmail(ann.account.key, await kit.codeOf(next), ann.caller);
    expect(await describeOutcome(confirmed)).toBe('EmailAlready email');
  });

  test('an email that two accounts prove in one moment belongs to one of them', async () => {
    const next = newOwner().email;
    const owners = [await signedInOwner(kit), await signedInOwner(kit)];
    const proofs = [];
    for (const owner of owners) {
      await setEmail(owner, next);
      proofs.push({ owner, code: await kit.codeOf(next) });
    }
    const outcomes = await Promise.all(
      proofs.map(({ owner: { account, caller }, code }) =>
        describeOutcome(kit.accounts.profile.confirmEmail(account.key, code, caller)),
      ),
    );
    expect(outcomes.sort()).toEqual(['EmailAlready email', 'in']);
  });

  test('an address of an unconfirmed sign-up belongs to the owner who reads its mails', async () => {
    const ann = await signedInOwner(kit);
    const { email, caller } = newOwner();
    await kit.accounts.signUp({ email, password, language: 'en' }, caller);
    await setEmail(ann, email);
    await kit.accounts.profile.confirmEmail(ann.account.key, await kit.codeOf(email), ann.caller);
    expect(await kit.accounts.byEmail(email)).toMatchObject({ key: ann.account.key });
  });

  test('a code lasts a quarter of an hour and five tries, and the newest one counts', async () => {
    const ann = await signedInOwner(kit);
    const { key } = ann.account;
    const next = newOwner().email;
    const confirm = (code: string) => describeOutcome(kit.accounts.profile.confirmEmail(key, code, ann.caller));
    await setEmail(ann, next);
    const first = await kit.codeOf(next);
    const wrongCode = first === '000000' ? '000001' : '000000';
    await setEmail(ann, next);
    const second = await kit.codeOf(next);
    if (first !== second) expect(await confirm(first)).toBe('InvalidCode code');
    for (let i = 0; i < 4; i++) expect(await confirm(wrongCode)).toBe('InvalidCode code');
    expect(await confirm(second)).toBe('InvalidCode code');
    await setEmail(ann, next);
    kit.clock.now += 15 * 60_000;
    expect(await confirm(await kit.codeOf(next))).toBe('InvalidCode code');
    expect((await kit.accounts.byKey(key))!.email).toBe(ann.email);
  });

  test('a code of one kind is none of the other', async () => {
    const ann = await signedInOwner(kit);
    await kit.accounts.profile.sendProofCode(ann.account.key);
    const code = await kit.codeOf(ann.email);
    expect(await describeOutcome(kit.accounts.profile.confirmEmail(ann.account.key, code, ann.caller))).toBe(
      'InvalidCode code',
    );
    await kit.accounts.prove(ann.account.key, { email_code: code }, ann.caller);
    expect(await describeOutcome(kit.accounts.prove(ann.account.key, { email_code: code }, ann.caller))).toBe(
      'InvalidCode email_code',
    );
  });

  test('another password needs the current one, ends the other sessions and sends a notification', async () => {
    const ann = await signedInOwner(kit);
    const { key } = ann.account;
    const other = await kit.accounts.openSession(key, newOwner().caller, { remember: true, how: 'password' });
    const set = (current: string | undefined, next: string) =>
      kit.accounts.profile.setPassword(key, { current, next, proof: {} }, ann.caller);
    expect(await describeOutcome(set(undefined, 'a new horse'))).toBe('InvalidPassword current_password');
    expect(await describeOutcome(set(nobodyElse, 'a new horse'))).toBe('InvalidPassword current_password');
    for (const weak of ['Password123', 'aaaaaaaaaa', ann.email, `${ann.email.split('@')[0]}2024!`, 'Botscope1!']) {
      expect(await describeOutcome(set(password, weak))).toBe('WeakPassword new_password');
    }
    expect(await set(password, 'a new horse')).toMatchObject({ has_password: true });
    expect(await kit.accounts.session({ cookie: other.cookies[0]!.split(';')[0]! })).toBeNull();
    expect(await kit.accounts.session(ann.caller.headers)).not.toBeNull();
    const signIn = (typedPassword: string) =>
      describeOutcome(
        kit.accounts.signIn({ email: ann.email, password: typedPassword, remember: false }, newOwner().caller),
      );
    expect([await signIn(password), await signIn('a new horse')]).toEqual(['IncorrectUserPass', 'in']);
    expect(await loadAudit(key)).toContainEqual(['password_changed', { first: false }]);
    expect(kit.notified).toContainEqual({ accountKey: key, code: 'password_changed', detail: expect.any(String) });
  });

  test('guessing the current password is limited', async () => {
    const ann = await signedInOwner(kit);
    const prove = (typedPassword: string) =>
      describeOutcome(kit.accounts.prove(ann.account.key, { password: typedPassword }, ann.caller));
    for (let i = 0; i < 15; i++) expect(await prove('a guess')).toBe('InvalidPassword password');
    expect(await prove(password)).toBe('TooManyRequests');
    const question = { current: password, next: 'a new horse', proof: {} };
    expect(await describeOutcome(kit.accounts.profile.setPassword(ann.account.key, question, ann.caller))).toBe(
      'TooManyRequests',
    );
    kit.clock.now += 15 * 60_000;
    expect(await prove(password)).toBe('done');
  });

  test('an account from Telegram gets an email and then a password, while its sign-in is fresh', async () => {
    const { key, email, caller } = await telegramUser();
    const setPassword = () =>
      kit.accounts.profile.setPassword(key, { current: undefined, next: password, proof: {} }, caller);
    expect(await describeOutcome(kit.accounts.profile.sendProofCode(key))).toBe('InvalidField email');
    kit.clock.now += 15 * 60_000;
    expect(await describeOutcome(setPassword())).toBe('SignInAgain');
    expect(await describeOutcome(kit.accounts.profile.setEmail(key, email, {}, caller))).toBe('SignInAgain');
    kit.clock.now -= 60_000;
    await kit.accounts.profile.setEmail(key, email, {}, caller);
    expect(await kit.accounts.profile.confirmEmail(key, await kit.codeOf(email), caller)).toMatchObject({
      email,
      has_password: false,
    });
    const visitor = newOwner().caller;
    const signIn = () => describeOutcome(kit.accounts.signIn({ email, password, remember: false }, visitor));
    expect(await signIn()).toBe('IncorrectUserPass');

    // With an email, a code sent there proves it as well.
    kit.clock.now += 60_000;
    expect(await describeOutcome(setPassword())).toBe('ProofNeeded email_code');
    await kit.accounts.profile.sendProofCode(key);
    const proof = { email_code: await kit.codeOf(email) };
    await kit.accounts.profile.setPassword(key, { current: undefined, next: password, proof }, caller);
    expect(await signIn()).toBe('in');
    expect(await loadAudit(key)).toContainEqual(['password_changed', { first: true }]);
  });

  test('the operator gives a Telegram account with an email its first password', async () => {
    const { key, email, caller } = await telegramUser();
    await kit.accounts.profile.setEmail(key, email, {}, caller);
    await kit.accounts.profile.confirmEmail(key, await kit.codeOf(email), caller);
    expect(await kit.accounts.setPassword({ email, password })).toMatchObject({ has_password: true });
    expect(await kit.accounts.session(caller.headers)).toBeNull();
    expect(await describeOutcome(kit.accounts.signIn({ email, password, remember: false }, caller))).toBe('in');
  });

  test('language and time zone', async () => {
    const { account, email, caller } = await signedInOwner(kit);
    const { key } = account;
    const { profile, byEmail } = kit.accounts;
    expect(await byEmail(email.toUpperCase())).toMatchObject({ key, locale: 'en', time_zone: 'UTC' });
    expect(await profile.setLang(key, 'ru', caller)).toMatchObject({ locale: 'ru' });
    expect(await profile.setTimeZone(key, 'Europe/Berlin', caller)).toMatchObject({ time_zone: 'Europe/Berlin' });
    expect(await describeOutcome(profile.setTimeZone(key, 'Mars/Olympus', caller))).toBe('InvalidField time_zone');
    expect(await byEmail(email)).toMatchObject({ locale: 'ru', time_zone: 'Europe/Berlin' });
    expect(await byEmail('nobody@example.com')).toBeNull();
  });

  test('currencies are kept, and what is changed is in the log', async () => {
    const { account, caller } = await signedInOwner(kit);
    await kit.accounts.profile.setCurrency(account.key, 'EUR', caller);
    expect(await kit.accounts.profile.setReportCurrency(account.key, 'XTR', caller)).toMatchObject({
      currency: 'EUR',
      report_currency: 'XTR',
    });
    expect((await kit.accounts.session(caller.headers))!.account).toMatchObject({
      currency: 'EUR',
      report_currency: 'XTR',
    });
    expect(await loadAudit(account.key)).toEqual([
      ['account_created', {}],
      ['sign_in', { how: 'password' }],
      ['profile_changed', { field: 'currency' }],
      ['profile_changed', { field: 'report_currency' }],
    ]);
  });
});

describe('the first account of an installation', () => {
  const metadata = testMetadata();

  test('runs it once it is active; later ones do not, nor one that nobody confirmed', async () => {
    const kit = testAccounts(metadata());
    const [lateUser, ann, bob] = [newOwner(), newOwner(), newOwner()];
    for (const { email, caller } of [lateUser, ann])
      await kit.accounts.signUp({ email, password, language: 'en' }, caller);
    const activate = async ({ email, caller }: typeof ann) =>
      (await kit.accounts.activate({ email, code: await kit.codeOf(email) }, caller)).account?.is_admin;
    expect(await activate(ann)).toBe(true);
    expect(await activate(lateUser)).toBe(false);
    expect(await kit.accounts.createAccount({ email: bob.email, password })).toMatchObject({ is_admin: false });
    expect((await kit.accounts.list()).filter(({ is_admin }) => is_admin).map(({ email }) => email)).toEqual([
      ann.email,
    ]);
  });
});

describe.each(testEngines)('several first accounts in one moment on $name', (engine) => {
  const metadata = testMetadata(engine);

  test('one of them runs the installation', async () => {
    const kit = testAccounts(metadata());
    const createdAccounts = await Promise.all(
      Array.from({ length: 4 }, () => kit.accounts.createAccount({ email: newOwner().email, password })),
    );
    expect(createdAccounts).toHaveLength(4);
    expect((await kit.accounts.list()).filter(({ is_admin }) => is_admin)).toHaveLength(1);
  });
});
