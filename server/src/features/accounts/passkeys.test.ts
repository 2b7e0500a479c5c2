import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { describeOutcome, newOwner, signedInOwner, type TestAccounts, testAccounts } from './test-accounts.ts';
import { createAuthenticator } from './test-authenticator.ts';

const origin = 'https://stats.example.org';
const password = 'correct horse';

describe.each(testEngines)('passkeys on $name', (engine) => {
  const metadata = testMetadata(engine);
  let kit: TestAccounts;
  beforeAll(() => {
    kit = testAccounts(metadata(), origin);
  });

  async function withPasskey() {
    const owner = await signedInOwner(kit);
    const authenticator = createAuthenticator(origin);
    const options = await kit.accounts.keyring.beginPasskey(owner.account, { password }, owner.caller);
    const response = authenticator.create(options);
    const account = await kit.accounts.keyring.addPasskey(owner.account, { response, name: 'Phone' }, owner.caller);
    return { ...owner, account, authenticator };
  }
  const signIn = (response: Record<string, unknown>) =>
    kit.accounts.signInByPasskey({ response, remember: true }, newOwner().caller);
  const options = () => kit.accounts.beginPasskeySignIn(newOwner().caller);

  test('are asked for by finger, face or PIN, and kept on the authenticator', async () => {
    const { account, caller } = await signedInOwner(kit);
    expect(await describeOutcome(kit.accounts.keyring.beginPasskey(account, {}, caller))).toBe('ProofNeeded password');
    expect(await kit.accounts.keyring.beginPasskey(account, { password }, caller)).toMatchObject({
      rp: { id: 'stats.example.org', name: 'Botscope' },
      user: { name: account.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(await options()).toMatchObject({ rpId: 'stats.example.org', userVerification: 'required' });
  });

  test('sign in without a password, and without the second factor', async () => {
    const { account, authenticator } = await withPasskey();
    expect(account.passkeys).toBe(1);
    await metadata().db.updateTable('accounts').set({ totp_at: new Date() }).where('id', '=', account.key).execute();
    const entered = await signIn(authenticator.get(await options()));
    expect(entered.account).toMatchObject({ key: account.key });
    expect(entered.cookies[0]).toContain('Max-Age=2592000');
    expect(await kit.accounts.keyring.passkeys(account.key)).toEqual([
      {
        id: expect.any(String),
        name: 'Phone',
        created_at: new Date(kit.clock.now).toISOString(),
        last_used_at: new Date(kit.clock.now).toISOString(),
      },
    ]);
  });

  test('there are twenty at most, also of those that were begun while there was room', async () => {
    const { account, caller } = await signedInOwner(kit);
    const begin = () => kit.accounts.keyring.beginPasskey(account, { password }, caller);
    const response = createAuthenticator(origin).create(await begin());
    const row = { account_id: account.key, public_key: 'x', name: 'Key', created_at: new Date(kit.clock.now) };
    const rows = Array.from({ length: 20 }, () => ({ ...row, id: randomUUID(), credential_id: randomUUID() }));
    await metadata().db.insertInto('passkeys').values(rows).execute();
    expect(
      await describeOutcome(kit.accounts.keyring.addPasskey(account, { response, name: 'One more' }, caller)),
    ).toBe('TooManyPasskeys');
    expect(await describeOutcome(begin())).toBe('TooManyPasskeys');
  });

  test('an answer works once, within five minutes, and only to a challenge of ours', async () => {
    const { authenticator } = await withPasskey();
    const answer = authenticator.get(await options());
    expect(await describeOutcome(signIn(answer))).toBe('in');
    expect(await describeOutcome(signIn(answer))).toBe('WrongPasskey');
    const lateAnswer = authenticator.get(await options());
    kit.clock.now += 5 * 60_000;
    expect(await describeOutcome(signIn(lateAnswer))).toBe('WrongPasskey');
    const forged = authenticator.get({ ...(await options()), challenge: 'bm90IG91cnM' });
    expect(await describeOutcome(signIn(forged))).toBe('WrongPasskey');
  });

  test.each<[name: string, how: { verified?: boolean; from?: string }]>([
    ['nobody showed finger, face or PIN', { verified: false }],
    ['another site asked', { from: 'https://stats.example.org.evil.example' }],
  ])('refused, to sign in and to be added: %s', async (_name, variant) => {
    const { account, caller, authenticator } = await withPasskey();
    expect(await describeOutcome(signIn(authenticator.get(await options(), variant)))).toBe('WrongPasskey');
    const { keyring } = kit.accounts;
    const creationOptions = await keyring.beginPasskey(account, { password }, caller);
    const response = createAuthenticator(origin).create(creationOptions, variant);
    expect(await describeOutcome(keyring.addPasskey(account, { response, name: 'x' }, caller))).toBe('WrongPasskey');
  });

  test('a copy of a key, which counts less, is refused', async () => {
    const { authenticator } = await withPasskey();
    await signIn(authenticator.get(await options()));
    authenticator.rewind(0);
    expect(await describeOutcome(signIn(authenticator.get(await options())))).toBe('WrongPasskey');
  });

  test('a key of nobody, a response that is none, a challenge of another account', async () => {
    expect(await describeOutcome(signIn(createAuthenticator(origin).get(await options())))).toBe('WrongPasskey');
    for (const response of [{}, { id: 7 }, { id: 'x', response: 'y' }]) {
      expect(await describeOutcome(signIn(response))).toBe('WrongPasskey');
    }
    const [ann, bob] = [await signedInOwner(kit), await signedInOwner(kit)];
    const { keyring } = kit.accounts;
    const response = createAuthenticator(origin).create(
      await keyring.beginPasskey(ann.account, { password }, ann.caller),
    );
    expect(await describeOutcome(keyring.addPasskey(bob.account, { response, name: 'x' }, bob.caller))).toBe(
      'WrongPasskey',
    );
  });

  test('are renamed and removed by their owner only', async () => {
    const [ann, bob] = [await withPasskey(), await withPasskey()];
    const { keyring } = kit.accounts;
    const [passkey] = await keyring.passkeys(ann.account.key);
    const { id } = passkey!;
    expect(await describeOutcome(keyring.renamePasskey(bob.account.key, id, 'mine'))).toBe('NotFound');
    expect(await describeOutcome(keyring.removePasskey(bob.account, id, bob.caller))).toBe('NotFound');
    await keyring.renamePasskey(ann.account.key, id, 'Key ring');
    expect(await keyring.passkeys(ann.account.key)).toMatchObject([{ name: 'Key ring' }]);
    expect(await keyring.removePasskey(ann.account, id, ann.caller)).toMatchObject({ passkeys: 0 });
    expect(await describeOutcome(signIn(ann.authenticator.get(await options())))).toBe('WrongPasskey');
  });

  test('the last one stays where it is the only way in', async () => {
    const { account, caller } = await withPasskey();
    const { db } = metadata();
    await db.updateTable('accounts').set({ email: null }).where('id', '=', account.key).execute();
    const emaillessAccount = { ...account, email: null };
    const row = { account_id: account.key, public_key: 'x', created_at: new Date(kit.clock.now) };
    await db
      .insertInto('passkeys')
      .values({ ...row, id: randomUUID(), credential_id: randomUUID() })
      .execute();
    // Two devices take away one each in the same moment.
    const passkeys = await kit.accounts.keyring.passkeys(account.key);
    const outcomes = await Promise.all(
      passkeys.map(({ id }) => describeOutcome(kit.accounts.keyring.removePasskey(emaillessAccount, id, caller))),
    );
    expect(outcomes.sort()).toEqual(['in', 'password_not_set']);
    expect(await kit.accounts.keyring.passkeys(account.key)).toHaveLength(1);
  });
});
