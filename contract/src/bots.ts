import * as z from 'zod/mini';
import { permissionsShape } from './access.ts';
import { endpoint } from './endpoint.ts';
import { BotKey, botPath } from './ids.ts';
import { problemCodes } from './manifests/connections.ts';

/** Ways to connect a bot: by its token, by hand, or by sending copies. */
export const connectionTypes = ['auto', 'manual', 'api'] as const;
export type ConnectionType = (typeof connectionTypes)[number];
/** Source of updates: Telegram's webhook, the bot's own polling through our API root, or copies that it sends. */
export const deliveryMethods = ['webhook', 'getUpdates', 'api'] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];
/** The bot runs its own code, or on a bot builder. */
export const platformTypes = ['own', 'constructor'] as const;
/** Delivery of the bot's own calls to us. */
export const sendMethods = ['off', 'proxy', 'api'] as const;
export type SendMethod = (typeof sendMethods)[number];
/** Region of the Telegram address for the bot's calls; `global` unless the operator names others. */
export const regions = ['global', 'europe', 'america', 'asia', 'russia'] as const;
export type Region = (typeof regions)[number];

export const Problem = z.object({
  code: z.enum(problemCodes),
  since: z.string(),
  /** Message of Telegram or the bot, unchanged. */
  detail: z.string(),
  /** True if POST /bots/{key}/repair can do something about it. */
  repairable: z.boolean(),
});
export type Problem = z.output<typeof Problem>;

/** Telegram's own rule: 5 to 32 of letters, digits and underscores, ending in "bot". A leading @ is dropped. */
export const BotName = z.string().check(
  z.trim(),
  z.overwrite((name) => name.replace(/^@/, '')),
  z.regex(/^[a-z0-9_]*$/i, { error: 'InvalidField' }),
  z.regex(/bot$/i, { error: 'MustEndBot' }),
  z.minLength(5),
  z.maxLength(32),
);

export const Bot = z.object({
  key: BotKey,
  bot_name: z.string(),
  username: z.string(),
  /** True once updates have come in: "connected". */
  status: z.boolean(),
  /** Paused: nothing of it is recorded, its traffic passes on as before. */
  statusDisable: z.boolean(),
  /** True until its first data are three days old: too few days for a course. */
  new_bot: z.boolean(),
  /** False where Telegram no longer has what was set there: another webhook stands, or the token was revoked. */
  actualDataInTg: z.boolean(),
  /** Whether it is a program of its owner's or lives on a bot builder (ManyChat, …). */
  type_platform: z.enum(platformTypes),
  has_token: z.boolean(),
  connection_type: z.enum(connectionTypes),
  delivery_method: z.enum(deliveryMethods),
  delivery_method_send: z.enum(sendMethods),
  /** True once a call of the bot has been recorded. */
  status_send: z.boolean(),
  last_call_at: z.nullable(z.string()),
  region: z.enum(regions),
  /** Open problems, the gravest first. */
  problems: z.array(Problem),
  date_added: z.string(),
  first_update_at: z.nullable(z.string()),
  last_update_at: z.nullable(z.string()),
  /** Local demo bot: read-only, for everyone. */
  is_demo: z.boolean(),
  /** Rights of the asking account on this bot: `permissions`, `reports`, `role`. */
  ...permissionsShape,
});
export type Bot = z.output<typeof Bot>;

export const botEndpoints = {
  checkBotName: endpoint({
    method: 'GET',
    path: '/bots/check-name',
    access: 'account',
    query: z.object({ bot_name: BotName }),
    data: z.object({ bot_name: z.string() }),
  }),
  listBots: endpoint({ method: 'GET', path: '/bots', access: 'account', data: z.array(Bot) }),
  getBot: endpoint({ method: 'GET', path: '/bots/{key}', access: 'member', params: botPath, data: Bot }),
  renameBot: endpoint({
    method: 'POST',
    path: '/bots/{key}/rename',
    access: 'settings.edit',
    params: botPath,
    body: z.object({ bot_name: BotName }),
    data: Bot,
  }),
  pauseBot: endpoint({
    method: 'POST',
    path: '/bots/{key}/pause',
    access: 'settings.edit',
    params: botPath,
    /** True stops recording, false goes on. */
    body: z.object({ paused: z.boolean() }),
    data: Bot,
  }),
  removeBot: endpoint({
    method: 'DELETE',
    path: '/bots/{key}',
    access: 'secure.manage',
    params: botPath,
    /** Typed by the user: guards against a slip. */
    body: z.object({ bot_name: z.string() }),
    data: z.null(),
  }),
  rotateApiKey: endpoint({
    method: 'POST',
    path: '/bots/{key}/rotate-api-key',
    access: 'secure.manage',
    params: botPath,
    data: z.object({ api_key: z.string() }),
  }),
};

/** Server-sent events at `/api/bots/{key}/live`: event `bot`, data = `Bot`, at once and after each change. */
export const botLivePath = (botKey: string): string => `/api/bots/${botKey}/live`;
