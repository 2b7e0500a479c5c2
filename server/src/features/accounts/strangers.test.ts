import { beforeAll, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import type { Visitor } from './sign-in.ts';
import { describeOutcome, newOwner, type TestAccounts, testAccounts } from './test-accounts.ts';

const password = 'correct horse';
const theirs = 'battery staple';

/** A stranger who knows only an address gets in nowhere and locks nobody out. */
describe.each(testEngines)('a stranger on $name', (engine) => {
  const metadata = testMetadata(engine);
  let kit: TestAccounts;
  beforeAll(() => {
    kit = testAccounts(metadata());
  });

  const signUp = (email: string, typedPassword: string, caller: Visitor) =>
    describeOutcome(kit.accounts.signUp({ email, password: typedPassword, language: 'en' }, caller));
  const signIn = (email: string, typedPassword: string, caller: Visitor) =>
    describeOutcome(kit.accounts.signIn({ email, password: typedPassword, remember: false }, caller));
  const activate = (email: string, code: string, caller: Visitor) =>
    describeOutcome(kit.accounts.activate({ email, code }, caller));
  const reset = (email: string, code: string, caller: Visitor) =>
    describeOutcome(kit.accounts.resetPassword({ email, code, password: 'a new password' }, caller));
  const active = async () => {
    const owner = newOwner();
    await kit.accounts.createAccount({ email: owner.email, password });
    return owner;
  };
  const linksTo = async (email: string): Promise<string[]> =>
    (await kit.mailsTo(email)).map(({ text }) => new URL(/http\S+/.exec(text)![0]).searchParams.get('code')!);
  const other = (digits: string) => (digits === '000000' ? '000001' : '000000');

  describe('signs up with an address that another owner signs up with', () => {
    test.each(['before', 'after'])('%s its owner: the owner’s code lets the owner in alone', async (order) => {
      const [owner, stranger] = [newOwner(), newOwner()];
      const steps = [
        () => signUp(owner.email, theirs, stranger.caller),
        () => signUp(owner.email, password, owner.caller),
      ];
      for (const step of order === 'before' ? steps : steps.reverse()) expect(await step()).toBe('done');
      const links = await linksTo(owner.email);
      const link = links[order === 'before' ? 1 : 0]!;
      expect(await activate(owner.email, link, owner.caller)).toBe('in');
      expect(await signIn(owner.email, theirs, stranger.caller)).toBe('IncorrectUserPass');
      expect(await signIn(owner.email, password, owner.caller)).toBe('in');
      // Theirs is worthless from then on.
      expect(await activate(owner.email, links[order === 'before' ? 0 : 1]!, stranger.caller)).toBe('InvalidCode code');
      expect(await signIn(owner.email, theirs, stranger.caller)).toBe('IncorrectUserPass');
    });

    test('and the owner types the digits of the wrong mail: nothing is activated', async () => {
      const [owner, stranger] = [newOwner(), newOwner()];
      await signUp(owner.email, password, owner.caller);
      const validCode = await kit.codeOf(owner.email);
      await signUp(owner.email, theirs, stranger.caller);
      const strangersCode = await kit.codeOf(owner.email);
      if (validCode !== strangersCode)
        expect(await activate(owner.email, strangersCode, owner.caller)).toBe('InvalidCode code');
      expect(await activate(owner.email, validCode, owner.caller)).toBe('in');
      expect(await signIn(owner.email, password, owner.caller)).toBe('in');
    });

    test('and no mail may be sent any more: nothing is written', async () => {
      const [owner, stranger] = [newOwner(), newOwner()];
      for (let i = 0; i < 5; i++) expect(await signUp(owner.email, theirs, stranger.caller)).toBe('done');
      const rows = () =>
        metadata().db.selectFrom('sign_ups').selectAll().where('email', '=', owner.email).orderBy('id').execute();
      const before = await rows();
      expect(await signUp(owner.email, 'another password', stranger.caller)).toBe('TooManyRequests');
      expect(await rows()).toEqual(before);
      expect(await signUp(owner.email, password, owner.caller)).toBe('done');
    });
  });

  test('cannot use up the tries of a browser in which the owner has signed in', async () => {
    const owner = await active();
    expect(await signIn(owner.email, password, owner.caller)).toBe('in');
    // Eleven of them sit in the owner's office.
    const office = Array.from({ length: 11 }, () => ({ ...newOwner().caller, address: owner.caller.address }));
    const crowd = [...office, ...Array.from({ length: 45 }, () => newOwner().caller)];
    const outcomes = await Promise.all(crowd.map((caller) => signIn(owner.email, 'a guess', caller)));
    expect(new Set(outcomes)).toEqual(new Set(['IncorrectUserPass', 'TooManyRequests']));
    expect(await signIn(owner.email, password, newOwner().caller)).toBe('TooManyRequests');
    expect(await signIn(owner.email, password, { ...newOwner().caller, address: '198.51.100.1' })).toBe('in');
    expect(await signIn(owner.email, password, owner.caller)).toBe('in');
    // It is no way around the limit: it has one of its own.
    for (let i = 0; i < 10; i++) expect(await signIn(owner.email, 'a guess', owner.caller)).toBe('IncorrectUserPass');
    expect(await signIn(owner.email, password, owner.caller)).toBe('TooManyRequests');
  }, 120_000);

  test('cannot use a device that another account knows', async () => {
    const [owner, stranger] = [await active(), await active()];
    expect(await signIn(stranger.email, password, stranger.caller)).toBe('in');
    for (let i = 0; i < 10; i++) await signIn(owner.email, 'a guess', stranger.caller);
    expect(await signIn(owner.email, 'a guess', stranger.caller)).toBe('TooManyRequests');
  });

  test('spends none of the tries of a code, neither of an activation nor of a reset', async () => {
    const [owner, stranger] = [newOwner(), newOwner()];
    await signUp(owner.email, password, owner.caller);
    const first = await kit.codeOf(owner.email);
    for (let i = 0; i < 60; i++) {
      expect(await activate(owner.email, other(first), stranger.caller)).toBe('InvalidCode code');
    }
    expect(await activate(owner.email, other(first), stranger.caller)).toBe('TooManyRequests');
    // The right digits are of no use elsewhere, and the office that both sit in is no obstacle.
    expect(await activate(owner.email, first, newOwner().caller)).toBe('InvalidCode code');
    const inOffice = { ...owner.caller, address: stranger.caller.address };
    expect(await activate(owner.email, first, inOffice)).toBe('in');

    await kit.accounts.requestReset(owner.email, owner.caller);
    const second = await kit.codeOf(owner.email);
    for (let i = 0; i < 20; i++) await reset(owner.email, other(second), newOwner().caller);
    await kit.accounts.requestReset(owner.email, stranger.caller);
    expect(await reset(owner.email, second, inOffice)).toBe('done');
    // With it, what the stranger outcomes for is worthless.
    const elsewhere = { ...stranger.caller, address: newOwner().caller.address };
    expect(await reset(owner.email, await kit.codeOf(owner.email), elsewhere)).toBe('InvalidCode code');
  });

  test('cannot use up the mails of an owner in a new browser: a new network has a share of its own', async () => {
    const owner = newOwner();
    const crowd = Array.from({ length: 6 }, (_, index) => ({ ...newOwner().caller, address: `203.0.${index}.1` }));
    const outcomes: string[] = [];
    for (let i = 0; i < 30; i++) outcomes.push(await signUp(owner.email, theirs, crowd[i % 6]!));
    expect(new Set(outcomes)).toEqual(new Set(['done', 'TooManyRequests']));
    expect(await signUp(owner.email, password, { ...owner.caller, address: '198.51.100.1' })).toBe('done');
    const elsewhere = { ...newOwner().caller, address: '192.0.2.1' };
    expect(await describeOutcome(kit.accounts.requestReset(owner.email, elsewhere))).toBe('done');
  });

  test('cannot use up the mails of a browser that the owner uses', async () => {
    const owner = await active();
    expect(await signIn(owner.email, password, owner.caller)).toBe('in');
    const outcomes = new Set<string>();
    for (let i = 0; i < 25; i++) {
      outcomes.add(await describeOutcome(kit.accounts.requestReset(owner.email, newOwner().caller)));
    }
    expect(outcomes).toEqual(new Set(['done', 'TooManyRequests']));
    expect(await describeOutcome(kit.accounts.requestReset(owner.email, owner.caller))).toBe('done');
    const { key } = (await kit.accounts.byEmail(owner.email))!;
    expect(await describeOutcome(kit.accounts.profile.sendProofCode(key))).toBe('done');
  });

  test('cannot use up the second factor of a browser that the owner uses, even with the password', async () => {
    const owner = await active();
    const { key } = (await kit.accounts.byEmail(owner.email))!;
    expect(await signIn(owner.email, password, owner.caller)).toBe('in');
    const enabledAt = new Date(kit.clock.now);
    await metadata().db.updateTable('accounts').set({ totp_at: enabledAt }).where('id', '=', key).execute();
    const guess = async (caller: Visitor) => {
      const { ticket } = await kit.accounts.signIn({ email: owner.email, password, remember: false }, caller);
      return describeOutcome(kit.accounts.signInWithCode({ ticket: ticket!, code: '123456' }, caller));
    };
    const outcomes = await Promise.all(Array.from({ length: 31 }, () => guess(newOwner().caller)));
    expect(new Set(outcomes)).toEqual(new Set(['InvalidCode code', 'TooManyRequests']));
    expect(await guess(owner.caller)).toBe('InvalidCode code');
  }, 120_000);

  test('is a stranger again after a password reset', async () => {
    const owner = await active();
    await signIn(owner.email, password, owner.caller);
    await kit.accounts.setPassword({ email: owner.email, password: theirs });
    const deviceQuery = metadata()
      .db.selectFrom('known_devices')
      .select('device')
      .where('device', '=', owner.caller.device);
    expect(await deviceQuery.execute()).toEqual([]);
  });
});
