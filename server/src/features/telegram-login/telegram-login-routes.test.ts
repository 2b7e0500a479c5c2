import type { LoginUser } from '@botscope/testkit/telegram-login/id-token.ts';
import { signWidgetData } from '@botscope/testkit/telegram-login/widget-data.ts';
import { describe, expect, it } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { type Browser, botToken, testLoginWorld } from './test-telegram-login.ts';

let users = 700_000_000;
const newTelegramUser = (name = 'Vera'): LoginUser => ({ id: ++users, name });

describe.each(testEngines)('signing in with Telegram, store on $name', (engine) => {
  const metadata = testMetadata(engine);
  const world = testLoginWorld(metadata, { bot: true, oidc: true });

  /** As the browser: to Telegram, agreed, and back with this. */
  async function agree(ask: Browser, user: LoginUser, start = 'sign-in/tg-auth-start', proof?: object) {
    const { url } = (await ask('POST', start, proof)) as { url: string };
    const returnUrl = await world().issuer.agree(url, user);
    return { code: returnUrl.searchParams.get('code'), state: returnUrl.searchParams.get('state') };
  }
  const signUp = async (ask: Browser, user: LoginUser, query = '') =>
    ask('POST', `sign-in/tg-auth-up${query}`, await agree(ask, user));
  const signIn = async (ask: Browser, user: LoginUser) => ask('POST', 'sign-in/tg-auth-in', await agree(ask, user));
  const link = async (ask: Browser, user: LoginUser, proof: object) =>
    ask('POST', 'profile/telegram/link', await agree(ask, user, 'profile/telegram/start', proof));

  /** An account with an email and a password, signed in. */
  async function owner(email: string): Promise<{ ask: Browser; proof: { password: string }; key: string }> {
    const proof = { password: `secret of ${email}` };
    const { key } = await world().kit.accounts.createAccount({ email, ...proof });
    const ask = world().browser();
    await ask('POST', 'sign-in/login', { identity: email, ...proof });
    return { ask, proof, key };
  }
  const loadActions = async (key: string): Promise<string[]> => {
    const log = metadata().db.selectFrom('audit').select('action').where('account_key', '=', key);
    return (await log.orderBy('id').execute()).map(({ action }) => action);
  };

  it('makes an account without an email that has its zone and language, and finds it again', async () => {
    const [ask, elsewhere, vera] = [world().browser(), world().browser(), newTelegramUser('Vera Orlova')];
    expect(await signIn(ask, vera)).toBe('400 userNotFound');
    const newAccount = (await signUp(ask, vera, '?lang=ru&time_zone=Asia/Tokyo')) as { user: { key: string } };
    expect(newAccount).toEqual({
      user: expect.objectContaining({
        email: null,
        tid: vera.id,
        telegram_name: 'Vera Orlova',
        locale: 'ru',
        time_zone: 'Asia/Tokyo',
        has_password: false,
      }),
      second_factor: null,
    });
    expect(await ask('POST', 'profile/set-lang?lang=en')).toMatchObject({ user: { tid: vera.id, locale: 'en' } });
    expect(await signIn(elsewhere, vera)).toMatchObject({ user: { key: newAccount.user.key } });
    expect(await signUp(elsewhere, vera)).toBe('400 TidExist');
    expect(await loadActions(newAccount.user.key)).toEqual(['sign_up', 'sign_in', 'profile_changed', 'sign_in']);
    expect(await signUp(world().browser(), newTelegramUser(), '?time_zone=Nowhere')).toBe('400 InvalidField time_zone');
  });

  it('asks for the second factor where the account has one', async () => {
    const { ask, proof, key } = await owner(`totp-${engine.name}@example.com`);
    const vera = newTelegramUser();
    await link(ask, vera, proof);
    await metadata().db.updateTable('accounts').set({ totp_at: new Date() }).where('id', '=', key).execute();
    expect(await signIn(world().browser(), vera)).toEqual({ user: null, second_factor: expect.any(String) });
  });

  it('trusts only the browser that left for Telegram, for ten minutes, and each answer once', async () => {
    const [ask, thief, vera] = [world().browser(), world().browser(), newTelegramUser()];
    const brought = await agree(ask, vera);
    expect(await thief('POST', 'sign-in/tg-auth-up', brought)).toBe('400 WrongTelegram');
    await agree(thief, newTelegramUser());
    expect(await thief('POST', 'sign-in/tg-auth-up', brought)).toBe('400 WrongTelegram');
    expect(await ask('POST', 'sign-in/tg-auth-up', brought)).toMatchObject({ user: { tid: vera.id } });
    expect(await ask('POST', 'sign-in/tg-auth-in', brought)).toBe('400 WrongTelegram');

    const lateAnswer = await agree(ask, vera);
    world().kit.clock.now += 11 * 60_000;
    expect(await ask('POST', 'sign-in/tg-auth-in', lateAnswer)).toBe('400 WrongTelegram');
    world().kit.clock.now -= 11 * 60_000;
  });

  it('takes no ticket of another purpose', async () => {
    const { ask, proof } = await owner(`purpose-${engine.name}@example.com`);
    const vera = newTelegramUser();
    const toLink = await agree(ask, vera, 'profile/telegram/start', proof);
    expect(await ask('POST', 'sign-in/tg-auth-up', toLink)).toBe('400 WrongTelegram');
    const toSignIn = await agree(ask, vera);
    expect(await ask('POST', 'profile/telegram/link', toSignIn)).toBe('400 WrongTelegram');
  });

  it('takes what the classic button hands over, once and fresh', async () => {
    const [ask, id] = [world().browser(), newTelegramUser().id];
    const auth_date = Math.floor(world().kit.clock.now / 1_000);
    const data = signWidgetData({ id, first_name: 'Ann', auth_date }, botToken);
    expect(await ask('POST', 'sign-in/tg-auth-up', { ...data, first_name: 'Eve' })).toBe('400 WrongTelegram');
    const oldData = signWidgetData({ id, first_name: 'Ann', auth_date: auth_date - 3_600 }, botToken);
    expect(await ask('POST', 'sign-in/tg-auth-up', oldData)).toBe('400 WrongTelegram');
    expect(await ask('POST', 'sign-in/tg-auth-up', data)).toMatchObject({ user: { tid: id, telegram_name: 'Ann' } });
    expect(await ask('POST', 'sign-in/tg-auth-in', data)).toBe('400 WrongTelegram');
    const texts = signWidgetData({ id, first_name: 'Ann', auth_date: auth_date + 1 }, botToken);
    const asAddress = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, String(value)]));
    expect(await ask('POST', 'sign-in/tg-auth-in', asAddress)).toMatchObject({ user: { tid: id } });
    expect(await ask('POST', 'sign-in/tg-auth-in', { id, first_name: 'Ann', auth_date })).toBe('400 BadRequest');
  });

  it('links and unlinks, after a proof', async () => {
    const { ask, proof, key } = await owner(`linked-${engine.name}@example.com`);
    const vera = newTelegramUser('Vera');
    expect(await ask('POST', 'profile/telegram/start', {})).toBe('400 ProofNeeded password');
    expect(await ask('POST', 'profile/telegram/start', { password: 'wrong' })).toBe('400 InvalidPassword password');
    expect(await link(ask, vera, proof)).toMatchObject({ user: { tid: vera.id, telegram_name: 'Vera' } });
    expect(await signIn(world().browser(), vera)).toMatchObject({ user: { key } });

    expect(await link(ask, vera, proof)).toBe('400 TidExistSelf');
    expect(await link(ask, newTelegramUser(), proof)).toBe('400 WrongChangeTid');
    const other = await owner(`other-${engine.name}@example.com`);
    expect(await link(other.ask, vera, other.proof)).toBe('400 TidExist');

    expect(await ask('POST', 'profile/telegram/unlink', {})).toBe('400 ProofNeeded password');
    expect(await ask('POST', 'profile/telegram/unlink', proof)).toMatchObject({
      user: { tid: null, telegram_name: '' },
    });
    expect(await signIn(world().browser(), vera)).toBe('400 userNotFound');
    expect(await ask('POST', 'profile/telegram/unlink', proof)).toMatchObject({ user: { tid: null } });
    expect(await loadActions(key)).toEqual([
      'account_created',
      'sign_in',
      'telegram_linked',
      'sign_in',
      'telegram_unlinked',
    ]);
    expect(world().notified.filter((line) => line.startsWith(key))).toEqual([
      `${key} telegram_linked`,
      `${key} telegram_unlinked`,
    ]);
    expect(await link(other.ask, vera, other.proof)).toMatchObject({ user: { tid: vera.id } });
  });

  it('links one Telegram to one account, the first that asks', async () => {
    const [one, rival] = await Promise.all([
      owner(`race-1-${engine.name}@example.com`),
      owner(`race-2-${engine.name}@example.com`),
    ]);
    const vera = newTelegramUser();
    const answers = await Promise.all([link(one.ask, vera, one.proof), link(rival.ask, vera, rival.proof)]);
    expect(answers.filter((answer) => answer === '400 TidExist')).toHaveLength(1);
    const repeatedUser = newTelegramUser();
    const ups = await Promise.all([signUp(world().browser(), repeatedUser), signUp(world().browser(), repeatedUser)]);
    expect(ups.filter((answer) => answer === '400 TidExist')).toHaveLength(1);
  });

  it('keeps the only way in: unlinking needs a password or a passkey first', async () => {
    const [ask, vera] = [world().browser(), newTelegramUser()];
    const newAccount = (await signUp(ask, vera)) as { user: { key: string } };
    expect(await ask('POST', 'profile/telegram/unlink', {})).toBe('400 password_not_set');
    const passkey = {
      id: crypto.randomUUID(),
      account_id: newAccount.user.key,
      credential_id: crypto.randomUUID(),
      public_key: 'k',
    };
    await metadata().db.insertInto('passkeys').values(passkey).execute();
    expect(await ask('POST', 'profile/telegram/unlink', {})).toMatchObject({ user: { tid: null } });
  });

  it('lets nobody try without end', async () => {
    const ask = world().browser();
    const answers = new Set<unknown>();
    for (let i = 0; i < 61; i++) answers.add(await ask('POST', 'sign-in/tg-auth-in', { code: 'any', state: 'any' }));
    expect([...answers]).toEqual(['400 WrongTelegram', '429 TooManyRequests']);
  });
});

describe('the first account of an installation', () => {
  const metadata = testMetadata();
  const world = testLoginWorld(metadata, { bot: true, oidc: false });

  it('becomes administrator by Telegram, the second does not; without OpenID Connect nobody is sent away', async () => {
    const ask = world().browser();
    expect(await ask('POST', 'sign-in/tg-auth-start')).toBe('404 NotFound');
    const signUpUser = async (id: number) => {
      const fields = { id, first_name: 'Ann', auth_date: Math.floor(Date.now() / 1_000) };
      return ask('POST', 'sign-in/tg-auth-up', signWidgetData(fields, botToken));
    };
    expect(await signUpUser(1)).toMatchObject({ user: { is_admin: true } });
    expect(await signUpUser(2)).toMatchObject({ user: { is_admin: false } });
    expect(await ask('POST', 'sign-in/tg-auth-in', { code: 'any', state: 'any' })).toBe('400 WrongTelegram');
    expect(await ask('POST', 'profile/telegram/start', {})).toEqual({ url: null });
  });

  it('links by the classic button only in the browser that has begun it', async () => {
    const { accounts, clock } = world().kit;
    const proof = { password: 'secret of this one' };
    await accounts.createAccount({ email: 'linker@example.com', ...proof });
    const ask = world().browser();
    await ask('POST', 'sign-in/login', { identity: 'linker@example.com', ...proof });
    const fields = { id: 4_242, first_name: 'Ann', auth_date: Math.floor(clock.now / 1_000) };
    expect(await ask('POST', 'profile/telegram/link', signWidgetData(fields, botToken))).toBe('400 WrongTelegram');
    expect(await ask('POST', 'profile/telegram/start', proof)).toEqual({ url: null });
    expect(await ask('POST', 'profile/telegram/link', signWidgetData(fields, botToken))).toMatchObject({
      user: { tid: 4_242 },
    });
  });
});

describe('an installation without sign-in with Telegram', () => {
  const metadata = testMetadata();
  const world = testLoginWorld(metadata, { bot: false, oidc: false });

  it('believes nobody', async () => {
    const ask = world().browser();
    expect(await ask('POST', 'sign-in/tg-auth-start')).toBe('404 NotFound');
    const fields = { id: 1, first_name: 'Ann', auth_date: Math.floor(Date.now() / 1_000) };
    for (const token of [botToken, '']) {
      expect(await ask('POST', 'sign-in/tg-auth-up', signWidgetData(fields, token))).toBe('400 WrongTelegram');
    }
    expect(await ask('POST', 'sign-in/tg-auth-in', { code: 'any', state: 'any' })).toBe('400 WrongTelegram');
  });
});
