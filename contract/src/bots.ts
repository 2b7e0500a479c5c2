import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { BotKey } from './ids.ts';

/** Telegram's own rule: 5 to 32 of letters, digits and underscores, ending in "bot". A leading @ is dropped. */
const BotName = z.string().check(
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
  has_token: z.boolean(),
  delivery_method: z.enum(['api']),
  date_added: z.string(),
  first_update_at: z.nullable(z.string()),
  last_update_at: z.nullable(z.string()),
  /** Local demo bot: read-only, for everybody. */
  is_demo: z.boolean(),
  /** Permission keys of the asking account on this bot. */
  permissions: z.array(z.string()),
});
export type Bot = z.output<typeof Bot>;

export const BotError = z.object({
  time: z.string(),
  kind: z.string(),
  code: z.number(),
  reason: z.string(),
  text: z.string(),
  count: z.number(),
});
export type BotError = z.output<typeof BotError>;

const key = z.object({ key: BotKey });

export const botEndpoints = {
  checkBotName: endpoint({
    method: 'GET',
    path: '/bots/check-name',
    access: 'account',
    query: z.object({ bot_name: BotName }),
    data: z.object({ bot_name: z.string() }),
  }),
  addBot: endpoint({
    method: 'POST',
    path: '/bots',
    access: 'account',
    body: z.object({ bot_name: BotName, delivery_method: z._default(z.enum(['api']), 'api') }),
    /** `api_key` is shown this once; only its hash is kept. */
    data: z.object({ bot: Bot, api_key: z.string() }),
  }),
  listBots: endpoint({ method: 'GET', path: '/bots', access: 'account', data: z.array(Bot) }),
  getBot: endpoint({ method: 'GET', path: '/bots/{key}', access: 'report.view', params: key, data: Bot }),
  renameBot: endpoint({
    method: 'POST',
    path: '/bots/{key}/rename',
    access: 'settings.edit',
    params: key,
    body: z.object({ bot_name: BotName }),
    data: Bot,
  }),
  removeBot: endpoint({
    method: 'DELETE',
    path: '/bots/{key}',
    access: 'secure.manage',
    params: key,
    /** Typed by the person: guards against a slip. */
    body: z.object({ bot_name: z.string() }),
    data: z.null(),
  }),
  rotateApiKey: endpoint({
    method: 'POST',
    path: '/bots/{key}/rotate-api-key',
    access: 'secure.manage',
    params: key,
    data: z.object({ api_key: z.string() }),
  }),
  botErrors: endpoint({
    method: 'GET',
    path: '/bots/{key}/errors',
    access: 'errors.view',
    params: key,
    data: z.array(BotError),
  }),
};

/** Server-sent events at `/api/bots/{key}/live`: event `bot`, data = `Bot`, at once and after each change. */
export const botLivePath = (botKey: string): string => `/api/bots/${botKey}/live`;
