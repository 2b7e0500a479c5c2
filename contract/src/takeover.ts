import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import { publicApiSchemas } from './public-api.ts';
import { userPath } from './user.ts';

/** Treatment of a user's messages while a colleague has the chat. */
export const withheldModes = ['drop', 'deliver'] as const;
export type WithheldMode = (typeof withheldModes)[number];

/** Minutes without a message by the colleague after which a chat goes back to the bot. */
export const takeoverMinutes = 30;

/** Chats of a bot that are taken over at a time: all of them are in the memory of its process. */
export const maxTakeovers = 10_000;

/** Extent to which the bot can be kept from a chat; it depends on the way in which updates reach the bot. */
export const takeoverReaches = ['full', 'drop_only', 'none'] as const;

export const Takeover = z.object({
  /** Null: the bot has the chat. */
  current: z.nullable(
    z.object({
      /** Name or email of the colleague; null: the bot itself asked for it, by the API. */
      owner: z.nullable(z.string()),
      is_mine: z.boolean(),
      since: z.string(),
      expires_at: z.string(),
      mode: z.enum(withheldModes),
      /** Updates that the bot did not get. */
      withheld: z.number(),
    }),
  ),
  /** `none`: its updates do not come through here, so it goes on answering unless it asks for the state. */
  reach: z.enum(takeoverReaches),
});
export type Takeover = z.output<typeof Takeover>;

export const TakeoverSettings = z.object({ withheld: z.enum(withheldModes), reach: z.enum(takeoverReaches) });
export type TakeoverSettings = z.output<typeof TakeoverSettings>;

const access = 'section.users.messages.send';

export const takeoverEndpoints = {
  getTakeover: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/takeover',
    access,
    params: userPath,
    data: Takeover,
  }),
  /** 409 TakenOver if a colleague has the chat, unless `from_colleague`. */
  takeOver: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/takeover',
    access,
    params: userPath,
    body: z.object({ from_colleague: z._default(z.boolean(), false) }),
    data: Takeover,
  }),
  releaseTakeover: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/takeover/release',
    access,
    params: userPath,
    data: Takeover,
  }),
  getTakeoverSettings: endpoint({
    method: 'GET',
    path: '/bots/{key}/takeover-settings',
    access: 'settings.view',
    params: botPath,
    data: TakeoverSettings,
  }),
  setTakeoverSettings: endpoint({
    method: 'POST',
    path: '/bots/{key}/takeover-settings',
    access: 'settings.edit',
    params: botPath,
    body: z.pick(TakeoverSettings, { withheld: true }),
    data: TakeoverSettings,
  }),
};

/** Takeover request of a bot by the public API. */
export const BotTakeoverRequest = z
  .object({
    user_id: z.union([z.int().check(z.gte(1)), z.string().check(z.regex(/^[1-9]\d{0,15}$/))]),
    action: z.enum(['take', 'release']),
    /** 30 unless given. */
    minutes: z.optional(z.int().check(z.gte(1), z.lte(1_440))),
  })
  .register(publicApiSchemas, {
    id: 'TakeoverRequest',
    description: 'Hands the chat with a user over to people, or takes it back.',
    examples: [{ user_id: 123_456, action: 'take', minutes: 60 }],
  });
export type BotTakeoverRequest = z.output<typeof BotTakeoverRequest>;

export const BotTakeoverState = z
  .object({
    user_id: z.int(),
    taken_over: z.boolean(),
    /** Side that has taken the chat over; null = nobody. */
    by: z.nullable(z.enum(['operator', 'bot'])),
    expires_at: z.nullable(z.string()),
  })
  .register(publicApiSchemas, { id: 'TakeoverState', description: 'Who answers the chat with a user.' });
export type BotTakeoverState = z.output<typeof BotTakeoverState>;
