import type { Account, Language, Proof, TelegramLogin as Shown, TelegramData } from '@botscope/contract';
import type { Dispatcher } from 'undici';
import type { Attempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { type Accounts, type Caller, isTimeZone, type SignInResult, timeZoneFor } from '../accounts/accounts.ts';
import { describeOrigin, originOf, recordAudit } from '../audit/audit.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { createTickets, hasState, type LoginTicket } from './login-ticket.ts';
import { createOpenId, type OpenId, wrongTelegramError } from './openid-client.ts';
import { createByTelegram, keyByTid, linkTelegram, unlinkTelegram } from './telegram-accounts.ts';
import type { TelegramUser } from './telegram-user.ts';
import { readWidgetData } from './widget-data.ts';

/** Data that a browser brings from Telegram, and the cookie that it kept meanwhile. */
export interface Brought {
  data: TelegramData;
  /** The cookie that `start` gave it. */
  sealed: string | undefined;
}

/**
 * Signing in with Telegram, by OpenID Connect or by the classic button; and linking it to an account that has other ways
 * in. Rejections are `AppError`s: WrongTelegram when Telegram did not vouch for anyone, here and just now.
 */
export interface TelegramLogin {
  /** Offer of the sign-in pages; null if there is none. */
  shown: Shown | null;
  /** Begins a sign-in. @throws NotFound when it is not configured, TelegramUnavailable, TooManyRequests */
  start(caller: Caller): Promise<{ url: string; sealed: string }>;
  /** @throws WrongTelegram, TidExist (sign in instead), InvalidField, TelegramUnavailable, TooManyRequests */
  signUp(
    brought: Brought,
    place: { language: Language; timeZone?: string | undefined },
    caller: Caller,
  ): Promise<SignInResult>;
  /** @throws WrongTelegram, userNotFound (sign up instead), TelegramUnavailable, TooManyRequests */
  signIn(brought: Brought, remember: boolean, caller: Caller): Promise<SignInResult>;
  /** Begins a linking: first it has to be certain who asks. @throws what `prove` throws, and what `start` throws */
  startLink(accountKey: string, proof: Proof, caller: Caller): Promise<{ url: string | null; sealed: string }>;
  /** @throws WrongTelegram, TidExistSelf, WrongChangeTid, TidExist, TelegramUnavailable, TooManyRequests */
  link(accountKey: string, brought: Brought, caller: Caller): Promise<Account>;
  /** @throws what `prove` throws; password_not_set when it is the only way in */
  unlink(accountKey: string, proof: Proof, caller: Caller): Promise<Account>;
}

export interface TelegramLoginDeps {
  db: Metadata['db'];
  accounts: Pick<Accounts, 'startSession' | 'adminIfFirst' | 'byKey' | 'prove'>;
  attempts: Pick<Attempts, 'take'>;
  /** A linked Telegram is a way in: its coming and going must not go unnoticed. */
  notifications: Pick<Notifications, 'notify'>;
  sealer: Pick<Sealer, 'seal' | 'open' | 'hash'>;
  settings: {
    bot: { username: string; token: string } | null;
    oidc: { issuer: string; clientId: string; clientSecret: string } | null;
  };
  /** Address to which Telegram sends users back. */
  redirectUri: string;
  dispatcher: Dispatcher;
  now?: () => number;
}

/** Proves a Telegram user by what the browser brings. */
function createConfirmation(deps: TelegramLoginDeps, openId: OpenId | null) {
  const { attempts, settings, now = Date.now } = deps;
  const { bot } = settings;

  /** Only once: a user who overhears an address with such data, or finds it in a log, is too late. */
  async function spend(proof: string): Promise<void> {
    await attempts.take({ 'telegram-proof:once': deps.sealer.hash(proof) }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'TooManyRequests')
        throw wrongTelegramError('it was used before', error);
      throw error;
    });
  }

  /** The user whom Telegram has authenticated. `ticket`: this browser's login ticket for this purpose. */
  return async function confirm(
    { data }: Brought,
    ticket: LoginTicket | null,
    caller: Caller,
    limits: Parameters<Attempts['take']>[0] = {},
  ): Promise<TelegramUser> {
    // Before anything is used up.
    await attempts.take({ 'telegram:address': caller.address, ...limits });
    if ('hash' in data) {
      if (bot === null) throw wrongTelegramError('there is no login bot');
      const user = readWidgetData(data, { botToken: bot.token, now: now() });
      if (typeof user === 'string') throw wrongTelegramError(user);
      await spend(data.hash);
      return user;
    }
    if (openId === null) throw wrongTelegramError('OpenID Connect is not configured');
    // Without the ticket another user began this login, and would sign this user in to their account.
    if (ticket === null || !hasState(ticket, data.state))
      throw wrongTelegramError('the login was not begun in this browser');
    await spend(ticket.state);
    return openId.user(data.code, ticket, now());
  };
}

export function createTelegramLogin(deps: TelegramLoginDeps): TelegramLogin {
  const { db, accounts, attempts, settings, redirectUri, now = Date.now } = deps;
  const tickets = createTickets(deps.sealer, now);
  const { bot, oidc } = settings;
  const openId =
    oidc &&
    createOpenId({ ...oidc, redirectUri, requestsWriteAccess: bot !== null, clientId: oidc.clientId }, deps.dispatcher);

  const confirm = createConfirmation(deps, openId);

  const audit = (caller: Caller, accountKey: string, tid: number) => ({
    ...originOf({ ip: caller.address, headers: caller.headers }),
    accountKey,
    botKey: null,
    at: new Date(now()),
    detail: { tid },
  });

  const notify = (accountKey: string, code: 'telegram_linked' | 'telegram_unlinked', caller: Caller): Promise<void> => {
    const detail = describeOrigin(originOf({ ip: caller.address, headers: caller.headers }));
    return deps.notifications.notify(accountKey, { kind: 'account', code, detail });
  };

  async function loadAccount(key: string): Promise<Account> {
    const account = await accounts.byKey(key);
    if (account === null) throw new AppError('userNotFound');
    return account;
  }

  return {
    shown: chooseWay(settings),

    async start(caller) {
      if (openId === null) throw new AppError('NotFound');
      await attempts.take({ 'telegram:address': caller.address });
      const { ticket, sealed } = tickets.issue(null);
      return { url: await openId.address(ticket), sealed };
    },

    async signUp(brought, { language, timeZone }, caller) {
      if (timeZone !== undefined && !isTimeZone(timeZone)) throw new AppError('InvalidField', { field: 'time_zone' });
      const limits = { 'sign-up:address': caller.address };
      const user = await confirm(brought, tickets.read(brought.sealed, null), caller, limits);
      const place = { language, timeZone: timeZoneFor(language, timeZone) };
      const key = await db.transaction().execute(async (transaction) => {
        const newKey = await createByTelegram(transaction, user, place);
        const entry = { ...audit(caller, newKey, user.tid), actor: String(user.tid) };
        await recordAudit(transaction, { ...entry, action: 'sign_up', detail: { way: 'telegram' } });
        return newKey;
      });
      await accounts.adminIfFirst(key);
      return accounts.startSession(key, caller, { remember: true, how: 'telegram' });
    },

    async signIn(brought, remember, caller) {
      const user = await confirm(brought, tickets.read(brought.sealed, null), caller);
      const key = await keyByTid(db, user.tid);
      if (key === null) throw new AppError('userNotFound', { message: 'There is no account with this Telegram' });
      return accounts.startSession(key, caller, { remember, how: 'telegram' });
    },

    async startLink(accountKey, proof, caller) {
      if (openId === null && bot === null) throw new AppError('NotFound');
      await accounts.prove(accountKey, proof, caller);
      const { ticket, sealed } = tickets.issue(accountKey);
      return { url: openId === null ? null : await openId.address(ticket), sealed };
    },

    async link(accountKey, brought, caller) {
      const ticket = tickets.read(brought.sealed, accountKey);
      if (ticket === null) throw wrongTelegramError('the linking was not begun in this browser');
      const user = await confirm(brought, ticket, caller);
      const { email } = await loadAccount(accountKey);
      await db.transaction().execute(async (transaction) => {
        await linkTelegram(transaction, accountKey, user);
        const entry = { ...audit(caller, accountKey, user.tid), actor: email ?? String(user.tid) };
        await recordAudit(transaction, { ...entry, action: 'telegram_linked' });
      });
      await notify(accountKey, 'telegram_linked', caller);
      return loadAccount(accountKey);
    },

    async unlink(accountKey, proof, caller) {
      await accounts.prove(accountKey, proof, caller);
      const { email } = await loadAccount(accountKey);
      const wasLinked = await db.transaction().execute(async (transaction) => {
        const tid = await unlinkTelegram(transaction, accountKey);
        if (tid === null) return false;
        const entry = { ...audit(caller, accountKey, tid), actor: email ?? String(tid) };
        await recordAudit(transaction, { ...entry, action: 'telegram_unlinked' });
        return true;
      });
      if (wasLinked) await notify(accountKey, 'telegram_unlinked', caller);
      return loadAccount(accountKey);
    },
  };
}

/** Going there and back is preferred: it needs no foreign script on our pages. */
function chooseWay({ bot, oidc }: TelegramLoginDeps['settings']): Shown | null {
  if (oidc !== null) return { way: 'redirect', bot: bot?.username ?? null };
  return bot === null ? null : { way: 'widget', bot: bot.username };
}
