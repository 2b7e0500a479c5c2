import { api, type SignedInAnswer, telegramLoginPath } from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type Accounts,
  type Caller,
  callerOf,
  requireKey,
  resolveVisitor,
  type SignInResult,
  setCookies,
} from '../accounts/accounts.ts';
import { defineFeature } from '../feature.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { ticketMinutes } from './login-ticket.ts';
import { type Brought, createTelegramLogin, type TelegramLogin } from './telegram-login.ts';

type Needs = Platform & { accounts: Accounts; notifications: Notifications };

/** Sign-in with Telegram. */
export const telegramLogin = defineFeature({
  name: 'telegram-login',
  publicRoutes: {
    'POST /api/user/sign-in/tg-auth-start': 'where Telegram is asked',
    'POST /api/user/sign-in/tg-auth-up': 'what Telegram signed is the proof',
    'POST /api/user/sign-in/tg-auth-in': 'the same',
  },
  create({ accounts, attempts, config, notifications, metadata, sealer, telegramDispatcher }: Needs) {
    const telegramLogin = createTelegramLogin({
      db: metadata.db,
      accounts,
      attempts,
      notifications,
      sealer,
      settings: config.telegramLogin,
      redirectUri: `${config.publicUrl}${telegramLoginPath}`,
      dispatcher: telegramDispatcher,
    });
    return {
      offers: { telegramLogin },
      routes: (http) => registerTelegramLogin(http, { telegramLogin, https: config.publicUrl.startsWith('https:') }),
    };
  },
});

/** Sign-in and sign-up with Telegram, and the profile's link to it. */
export function registerTelegramLogin<Bot>(
  http: Http<Bot>,
  { telegramLogin, https }: { telegramLogin: TelegramLogin; https: boolean },
): void {
  const cookie = `${https ? '__Secure-' : ''}botscope.telegram`;
  const attributes = { path: '/api/user', httpOnly: true, sameSite: 'lax', secure: https } as const;

  const keep = (reply: FastifyReply, sealed: string): void => {
    void reply.setCookie(cookie, sealed, { ...attributes, maxAge: ticketMinutes * 60 });
  };
  /** Takes what the browser brought; its ticket is good for one try. */
  const bringing = (data: Brought['data'], raw: FastifyRequest, reply: FastifyReply): Brought => {
    void reply.clearCookie(cookie, attributes);
    return { data, sealed: raw.cookies[cookie] };
  };

  const visitor = (raw: FastifyRequest, reply: FastifyReply): Caller =>
    resolveVisitor(raw, (cookieText) => void reply.header('set-cookie', cookieText), https);

  http.on(api.tgStart, async ({ raw, reply }) => {
    const { url, sealed } = await telegramLogin.start(callerOf(raw));
    keep(reply, sealed);
    return { url };
  });

  http.on(api.tgAuthUp, async ({ body, query, raw, reply }) => {
    const place = { language: query.lang, timeZone: query.time_zone };
    return welcome(await telegramLogin.signUp(bringing(body, raw, reply), place, visitor(raw, reply)), reply);
  });

  http.on(api.tgAuthIn, async ({ body, query, raw, reply }) => {
    const remember = query.rememberMe === 'true';
    return welcome(await telegramLogin.signIn(bringing(body, raw, reply), remember, visitor(raw, reply)), reply);
  });

  http.on(api.linkTelegramStart, async ({ account, body, raw, reply }) => {
    const { url, sealed } = await telegramLogin.startLink(requireKey(account), body, callerOf(raw));
    keep(reply, sealed);
    return { url };
  });

  http.on(api.linkTelegram, async ({ account, body, raw, reply }) => {
    return { user: await telegramLogin.link(requireKey(account), bringing(body, raw, reply), callerOf(raw)) };
  });

  http.on(api.unlinkTelegram, async ({ account, body, raw }) => {
    return { user: await telegramLogin.unlink(requireKey(account), body, callerOf(raw)) };
  });
}

function welcome({ account, cookies, ticket }: SignInResult, reply: FastifyReply): SignedInAnswer {
  setCookies(reply, cookies);
  return { user: account, second_factor: ticket };
}
