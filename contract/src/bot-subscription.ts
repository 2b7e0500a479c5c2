import * as z from 'zod/mini';
import { publicApiSchemas } from './public-api.ts';
import { longestUnsubscribeNote, unsubscribeReasons, unsubscribeSources } from './subscriptions.ts';

/** Change of a subscription that a bot reports by the public API. */
export const BotSubscriptionRequest = z
  .object({
    user_id: z.union([z.int().check(z.gte(1)), z.string().check(z.regex(/^[1-9]\d{0,15}$/))]),
    subscribed: z.boolean(),
    /** Only for a user who unsubscribes. */
    reason: z.optional(z.enum(unsubscribeReasons)),
    note: z.optional(z.string().check(z.trim(), z.maxLength(longestUnsubscribeNote))),
  })
  .register(publicApiSchemas, {
    id: 'SubscriptionRequest',
    description: 'A user wants no mailings of the bot any more, or wants them again. The same again changes nothing.',
    examples: [{ user_id: 123_456, subscribed: false, reason: 'complained', note: 'Wrote to support' }],
  });
export type BotSubscriptionRequest = z.output<typeof BotSubscriptionRequest>;

export const BotSubscriptionState = z
  .object({
    user_id: z.int(),
    subscribed: z.boolean(),
    /** When they unsubscribed; null = they have not. */
    since: z.nullable(z.string()),
    source: z.nullable(z.enum(unsubscribeSources)),
    reason: z.nullable(z.enum(unsubscribeReasons)),
  })
  .register(publicApiSchemas, { id: 'SubscriptionState', description: 'Whether a user gets the mailings of the bot.' });
export type BotSubscriptionState = z.output<typeof BotSubscriptionState>;
