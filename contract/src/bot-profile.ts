import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

const languageCode = z.optional(z.string().check(z.regex(/^([a-z]{2})?$/)));

/** Profile of the bot at Telegram, in one language ('' = for all others). All of it needs the token. */
export const BotProfile = z.object({
  id: z.number(),
  username: z.string(),
  language_code: z.string(),
  name: z.string(),
  description: z.string(),
  short_description: z.string(),
  /** True if `/api/bots/{key}/photo` has a picture. */
  has_photo: z.boolean(),
  can_join_groups: z.boolean(),
  can_read_all_group_messages: z.boolean(),
  supports_inline_queries: z.boolean(),
  can_connect_to_business: z.boolean(),
  has_main_web_app: z.boolean(),
});
export type BotProfile = z.output<typeof BotProfile>;

export const commandScopes = [
  'default',
  'all_private_chats',
  'all_group_chats',
  'all_chat_administrators',
  'chat',
  'chat_administrators',
  'chat_member',
] as const;

const scopeFields = {
  scope: z._default(z.enum(commandScopes), 'default'),
  /** For the scopes that name a chat: its id, or @name. */
  chat_id: z.optional(z.string().check(z.regex(/^(-?\d{1,16}|@\w{4,32})?$/))),
  /** For `chat_member`. */
  user_id: z.optional(z.string().check(z.regex(/^\d{0,16}$/))),
  language_code: languageCode,
};

const Command = z.object({
  command: z.string().check(z.trim(), z.regex(/^[a-z0-9_]{1,32}$/)),
  description: z.string().check(z.trim(), z.minLength(1), z.maxLength(256)),
});

/** The menu of commands of one scope and language. */
export const BotCommands = z.object({ commands: z.array(Command).check(z.maxLength(100)) });
export type BotCommands = z.output<typeof BotCommands>;

/** The button beside the input field. */
export const MenuButton = z.discriminatedUnion('type', [
  z.object({ type: z.literal('default') }),
  z.object({ type: z.literal('commands') }),
  z.object({
    type: z.literal('web_app'),
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    url: z.url({ protocol: /^https$/ }),
  }),
]);
export type MenuButton = z.output<typeof MenuButton>;

export const botProfileEndpoints = {
  getProfile: endpoint({
    method: 'GET',
    path: '/bots/{key}/profile',
    access: 'settings.view',
    params: botPath,
    query: z.object({ language_code: languageCode }),
    data: BotProfile,
  }),
  setProfile: endpoint({
    method: 'POST',
    path: '/bots/{key}/profile',
    access: 'settings.edit',
    params: botPath,
    body: z.object({
      language_code: languageCode,
      name: z.optional(z.string().check(z.trim(), z.maxLength(64))),
      description: z.optional(z.string().check(z.trim(), z.maxLength(512))),
      short_description: z.optional(z.string().check(z.trim(), z.maxLength(120))),
    }),
    data: BotProfile,
  }),
  getCommands: endpoint({
    method: 'GET',
    path: '/bots/{key}/commands',
    access: 'settings.view',
    params: botPath,
    query: z.object(scopeFields),
    data: BotCommands,
  }),
  /** An empty list deletes the menu of this scope and language: the wider one shows again. */
  setCommands: endpoint({
    method: 'POST',
    path: '/bots/{key}/commands',
    access: 'settings.edit',
    params: botPath,
    body: z.object({ ...scopeFields, ...BotCommands.shape }),
    data: BotCommands,
  }),
  getMenuButton: endpoint({
    method: 'GET',
    path: '/bots/{key}/menu-button',
    access: 'settings.view',
    params: botPath,
    data: MenuButton,
  }),
  setMenuButton: endpoint({
    method: 'POST',
    path: '/bots/{key}/menu-button',
    access: 'settings.edit',
    params: botPath,
    body: z.object({ button: MenuButton }),
    data: MenuButton,
  }),
};
