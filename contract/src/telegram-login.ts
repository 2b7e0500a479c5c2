import * as z from 'zod/mini';
import { Account, SignedInAnswer } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Language } from './ids.ts';
import { Proof } from './second-factor.ts';

/** Data of the classic button: every field that Telegram sent, unchanged, since all of them are signed. */
const WidgetData = z.catchall(
  z.object({
    id: z.union([z.number(), z.string().check(z.maxLength(20))]),
    auth_date: z.union([z.number(), z.string().check(z.maxLength(20))]),
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  z.union([z.number(), z.boolean(), z.string().check(z.maxLength(2_048))]),
);

/** With what Telegram sends a browser back from OpenID Connect. */
const LoginReturn = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(2_048)),
  state: z.string().check(z.minLength(1), z.maxLength(128)),
});

/** Data with which users come back from Telegram, either way. */
export const TelegramData = z.union([WidgetData, LoginReturn]);
export type TelegramData = z.output<typeof TelegramData>;

/** Page of the dashboard to which Telegram sends users back. */
export const telegramLoginPath = '/telegram-login';

/** The installation's sign-in with Telegram: by going there and back, or by the classic button of this bot. */
export const TelegramLogin = z.object({ way: z.enum(['redirect', 'widget']), bot: z.nullable(z.string()) });
export type TelegramLogin = z.output<typeof TelegramLogin>;

export const telegramLoginEndpoints = {
  /** Returns the address to send the browser to. The browser also gets a cookie that it has to bring back. */
  tgStart: endpoint({
    method: 'POST',
    path: '/user/sign-in/tg-auth-start',
    access: 'visitor',
    data: z.object({ url: z.string() }),
  }),
  tgAuthUp: endpoint({
    method: 'POST',
    path: '/user/sign-in/tg-auth-up',
    access: 'visitor',
    query: z.object({ lang: z._default(Language, 'en'), time_zone: z.optional(z.string().check(z.maxLength(64))) }),
    body: TelegramData,
    data: SignedInAnswer,
  }),
  tgAuthIn: endpoint({
    method: 'POST',
    path: '/user/sign-in/tg-auth-in',
    access: 'visitor',
    query: z.object({ rememberMe: z.optional(z.enum(['true', 'false'])) }),
    body: TelegramData,
    data: SignedInAnswer,
  }),
  /** Proves who asks, before Telegram is asked. `url` is null where the classic button does it. */
  linkTelegramStart: endpoint({
    method: 'POST',
    path: '/user/profile/telegram/start',
    access: 'account',
    body: Proof,
    data: z.object({ url: z.nullable(z.string()) }),
  }),
  linkTelegram: endpoint({
    method: 'POST',
    path: '/user/profile/telegram/link',
    access: 'account',
    body: TelegramData,
    data: z.object({ user: Account }),
  }),
  unlinkTelegram: endpoint({
    method: 'POST',
    path: '/user/profile/telegram/unlink',
    access: 'account',
    body: Proof,
    data: z.object({ user: Account }),
  }),
};
