import { type Account, api } from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Http } from '../http/http.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Accounts, Caller, SignedIn } from './accounts.ts';

/** Sign-up, activation, sign-in and out, forgotten passwords, and the profile's language and time zone. */
export function registerAccounts<Bot>(
  http: Http<Bot>,
  { accounts, mailer }: { accounts: Accounts; mailer: Pick<Mailer, 'delivery'> },
): void {
  const { delivery } = mailer;

  http.on(api.signup, async ({ body, raw }) => {
    const { email, password, lang, time_zone } = body;
    await accounts.signUp({ email, password, language: lang, timeZone: time_zone }, callerOf(raw));
    return { email, delivery };
  });

  http.on(api.sendActivation, async ({ body, raw }) => {
    await accounts.sendActivation(body.email, callerOf(raw));
    return { delivery };
  });

  http.on(api.activation, async ({ query, raw, reply }) => {
    return welcome(await accounts.activate(query, callerOf(raw)), reply);
  });

  http.on(api.login, async ({ body, raw, reply }) => {
    const { identity, password, rememberMe } = body;
    return welcome(await accounts.signIn({ email: identity, password, remember: rememberMe }, callerOf(raw)), reply);
  });

  http.on(api.logout, async ({ raw, reply }) => {
    setCookies(reply, await accounts.signOut(callerOf(raw)));
    return null;
  });

  http.on(api.requestPasswordReset, async ({ body, raw }) => {
    await accounts.requestReset(body.email, callerOf(raw));
    return { delivery };
  });

  http.on(api.resetPassword, async ({ body, raw }) => {
    await accounts.resetPassword(body, callerOf(raw));
    return null;
  });

  http.on(api.setLang, async ({ account, query }) => {
    return { user: await accounts.setLang(keyOf(account), query.lang) };
  });

  http.on(api.setTimeZone, async ({ account, query }) => {
    return { user: await accounts.setTimeZone(keyOf(account), query.time_zone) };
  });
}

const callerOf = (request: FastifyRequest): Caller => ({ headers: request.headers, address: request.ip });

function welcome({ account, cookies }: SignedIn, reply: FastifyReply): { user: Account } {
  setCookies(reply, cookies);
  return { user: account };
}

function setCookies(reply: FastifyReply, cookies: string[]): void {
  for (const cookie of cookies) void reply.header('set-cookie', cookie);
}

function keyOf(account: Account | null): string {
  if (!account) throw new AppError('NotSignedIn');
  return account.key;
}
