import { type Account, api, type SignedInAnswer } from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedIn } from '../access/access.ts';
import type { Http } from '../http/http.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Accounts, Caller, Entered } from './accounts.ts';

/** Sign-up, activation, sign-in (also by passkey, and with a second factor) and out, forgotten passwords. */
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

  http.on(api.secondFactor, async ({ body, raw, reply }) => {
    return welcome(await accounts.enterWithCode(body, callerOf(raw)), reply);
  });

  http.on(api.passkeySignInOptions, async ({ raw }) => {
    return { options: await accounts.beginPasskeySignIn(callerOf(raw)) };
  });

  http.on(api.passkeySignIn, async ({ body, raw, reply }) => {
    const { response, rememberMe } = body;
    return welcome(await accounts.signInByPasskey({ response, remember: rememberMe }, callerOf(raw)), reply);
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
}

export const callerOf = (request: FastifyRequest): Caller => ({ headers: request.headers, address: request.ip });

/** Lets the browser remember who is in; or sends it on to the second factor. */
function welcome({ account, cookies, ticket }: Entered, reply: FastifyReply): SignedInAnswer {
  setCookies(reply, cookies);
  return { user: account, second_factor: ticket };
}

export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) void reply.header('set-cookie', cookie);
}

export const keyOf = (account: Account | null): string => signedIn(account).key;
