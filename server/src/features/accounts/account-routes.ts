import { api, type SignedInAnswer } from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../platform/http/http.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import type { Accounts, SignInResult } from './accounts.ts';
import { resolveVisitor } from './device.ts';
import { callerOf, setCookies } from './request-caller.ts';

/** Sign-up, activation, sign-in (also by passkey, and with a second factor) and out, forgotten passwords. */
export function registerAccounts<Bot>(
  http: Http<Bot>,
  { accounts, mailer, https }: { accounts: Accounts; mailer: Pick<Mailer, 'delivery'>; https: boolean },
): void {
  const { delivery } = mailer;
  /** A visitor, whose browser is given a device cookie unless it has one. */
  const visitor = (raw: FastifyRequest, reply: FastifyReply) =>
    resolveVisitor(raw, (cookie) => setCookies(reply, [cookie]), https);

  http.on(api.signup, async ({ body, raw, reply }) => {
    const { email, password, lang, time_zone, work } = body;
    await accounts.signUp({ email, password, language: lang, timeZone: time_zone, work }, visitor(raw, reply));
    return { email, delivery };
  });

  http.on(api.sendActivation, async ({ body, raw, reply }) => {
    await accounts.sendActivation(body.email, visitor(raw, reply));
    return { delivery };
  });

  // A GET may come from another site, a mail scanner or a browser that reads ahead: it activates nothing.
  http.app.get('/api/user/sign-in/activation', { config: { access: 'visitor' } }, (raw, reply) =>
    reply.redirect(`/activation${new URL(raw.url, 'http://botscope').search}`, 303),
  );
  http.on(api.activation, async ({ body, raw, reply }) => {
    return welcome(await accounts.activate(body, visitor(raw, reply)), reply);
  });

  http.on(api.login, async ({ body, raw, reply }) => {
    const { identity, password, rememberMe, work } = body;
    return welcome(
      await accounts.signIn({ email: identity, password, remember: rememberMe, work }, visitor(raw, reply)),
      reply,
    );
  });

  http.on(api.signInChallenge, () => accounts.signInWork.challenge());

  http.on(api.secondFactor, async ({ body, raw, reply }) => {
    return welcome(await accounts.signInWithCode(body, visitor(raw, reply)), reply);
  });

  http.on(api.passkeySignInOptions, async ({ raw, reply }) => {
    return { options: await accounts.beginPasskeySignIn(visitor(raw, reply)) };
  });

  http.on(api.passkeySignIn, async ({ body, raw, reply }) => {
    const { response, rememberMe } = body;
    return welcome(await accounts.signInByPasskey({ response, remember: rememberMe }, visitor(raw, reply)), reply);
  });

  http.on(api.logout, async ({ raw, reply }) => {
    setCookies(reply, await accounts.signOut(callerOf(raw)));
    return null;
  });

  http.on(api.requestPasswordReset, async ({ body, raw, reply }) => {
    await accounts.requestReset(body.email, visitor(raw, reply));
    return { delivery };
  });

  http.on(api.resetPassword, async ({ body, raw }) => {
    await accounts.resetPassword(body, callerOf(raw));
    return null;
  });
}

/** Lets the browser remember who is in; or sends it on to the second factor. */
function welcome({ account, cookies, ticket }: SignInResult, reply: FastifyReply): SignedInAnswer {
  setCookies(reply, cookies);
  return { user: account, second_factor: ticket };
}
