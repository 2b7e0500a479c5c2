import * as z from 'zod/mini';
import { Bot, BotName, connectionTypes, deliveryMethods, regions, sendMethods } from './bots.ts';
import { endpoint } from './endpoint.ts';
import { BotKey, botPath } from './ids.ts';
import { problemCodes } from './manifests/connections.ts';

/** Control characters have no place in any of them, and the store takes no NUL. */
const text = (longest: number) => z.string().check(z.trim(), z.maxLength(longest), z.regex(/^\P{Cc}*$/u));

/** The bot's own secret token, which we send along when we forward: Telegram's rule, 1 to 256 of these characters. */
const SecretToken = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{0,256}$/));

/** The owner's settings for incoming updates. The way in decides which of them are needed. */
const incoming = {
  connection_type: z._default(z.enum(connectionTypes), 'api'),
  delivery_method: z.optional(z.enum(deliveryMethods)),
  /** Bot token, for `auto`. */
  token: z.optional(text(256)),
  /** The bot's own webhook address, to which we forward; '' where there is none (a bot that only collects). */
  webhook: z.optional(text(2_048)),
  secret_token: z.optional(SecretToken),
  /** "Yes, take over the webhook that the bot has now, and forward to it." */
  over_platform: z.optional(z.boolean()),
  /** "Connect although the webhook test failed." */
  riskOk: z.optional(z.boolean()),
  region: z.optional(z.enum(regions)),
  /** Name of the constructor platform, if the bot lives on one; '' or absent: its own code. */
  platform: z.optional(text(64)),
};

/** Connection of a bot, with the addresses to paste. */
export const Connection = z.object({
  connection_type: z.enum(connectionTypes),
  delivery_method: z.enum(deliveryMethods),
  delivery_method_send: z.enum(sendMethods),
  region: z.enum(regions),
  platform: z.string(),
  has_token: z.boolean(),
  /** API root for the bot's framework, without a slash at the end. */
  api_root: z.string(),
  /** Our webhook address: set by us (auto), or to be set by the owner (manual). */
  hook_url: z.string(),
  /** The bot's own webhook, to which we forward; '' = none. */
  webhook: z.string(),
  has_secret_token: z.boolean(),
  /** The webhook that we replaced at Telegram and will put back; null = there was none. */
  former_webhook: z.nullable(z.string()),
  /** Kinds of update that the bot asked for; null = Telegram's default. */
  allowed_updates: z.nullable(z.array(z.string())),
  riskOk: z.boolean(),
  /** Updates that wait here for the bot. */
  queued: z.number(),
  /** True if Telegram can reach us at `hook_url`: https, on one of its ports. */
  hook_reachable: z.boolean(),
});
export type Connection = z.output<typeof Connection>;

/** Outcome of a probe of the bot's webhook. */
export const WebhookTest = z.object({
  ok: z.boolean(),
  /** HTTP status; null if there was no answer. */
  status: z.nullable(z.number()),
  /** The first 2,000 characters of the answer. */
  body: z.string(),
  ms: z.number(),
  /** Why there was no answer. */
  failure: z.nullable(z.enum(['timeout', 'refused', 'dns', 'tls', 'reset', 'private', 'other'])),
});
export type WebhookTest = z.output<typeof WebhookTest>;

/** Bot that a token belongs to; checked before the bot is created. */
export const TokenCheck = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  /** The webhook at Telegram: null = none, the bot polls or is idle. */
  webhook: z.nullable(z.string()),
  pending_update_count: z.number(),
});
export type TokenCheck = z.output<typeof TokenCheck>;

export const connectionEndpoints = {
  addBot: endpoint({
    method: 'POST',
    path: '/bots',
    access: 'account',
    body: z.object({
      bot_name: BotName,
      ...incoming,
      delivery_method_send: z.optional(z.enum(sendMethods)),
    }),
    /** `api_key` is shown this once; only its hash is kept. */
    data: z.object({ bot: Bot, api_key: z.string() }),
  }),
  checkToken: endpoint({
    method: 'POST',
    path: '/bots/check-token',
    access: 'account',
    body: z.object({ token: text(256), bot_name: z.optional(BotName) }),
    data: TokenCheck,
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/bots/test-webhook',
    access: 'account',
    body: z.object({
      webhook: text(2_048),
      secret_token: z.optional(SecretToken),
      /** The bot whose stored secret token is sent where none is given; asks for `secure.manage` on it. */
      key: z.optional(BotKey),
    }),
    data: WebhookTest,
  }),
  getConnection: endpoint({
    method: 'GET',
    path: '/bots/{key}/connection',
    access: 'secure.view',
    params: botPath,
    data: Connection,
  }),
  /** Changes how updates come in; what is left out stays. Leaving `auto` puts the former webhook back. */
  setConnection: endpoint({
    method: 'POST',
    path: '/bots/{key}/connection',
    access: 'secure.manage',
    params: botPath,
    body: z.object({ ...incoming, connection_type: z.optional(z.enum(connectionTypes)) }),
    data: Connection,
  }),
  setOutgoing: endpoint({
    method: 'POST',
    path: '/bots/{key}/outgoing',
    access: 'secure.manage',
    params: botPath,
    body: z.object({ delivery_method_send: z.enum(sendMethods) }),
    data: Connection,
  }),
  /** Adds the token or changes it for a newer one of the same bot. */
  setToken: endpoint({
    method: 'POST',
    path: '/bots/{key}/token',
    access: 'secure.manage',
    params: botPath,
    body: z.object({ token: text(256) }),
    data: Bot,
  }),
  /** Forgets the token; a webhook of ours at Telegram is replaced by the former one first. */
  removeToken: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/token',
    access: 'secure.manage',
    params: botPath,
    data: Bot,
  }),
  /** Looks at the connection now instead of at the next round. */
  checkHealth: endpoint({
    method: 'POST',
    path: '/bots/{key}/check',
    access: 'settings.view',
    params: botPath,
    data: Bot,
  }),
  repair: endpoint({
    method: 'POST',
    path: '/bots/{key}/repair',
    access: 'secure.manage',
    params: botPath,
    body: z.object({ problem: z.enum(problemCodes) }),
    data: Bot,
  }),
};
