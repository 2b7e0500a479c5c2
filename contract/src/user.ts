import * as z from 'zod/mini';
import { BotKey } from './ids.ts';
import { ChatState, Gender, UserStatus } from './user-states.ts';

/** A Telegram user id: at most 52 bits. */
const UserId = z.string().check(z.regex(/^[1-9][0-9]{0,15}$/));
export const userPath = z.object({ key: BotKey, user_id: UserId });

/** Launch that a user is attributed to under one attribution model. */
export const UserSource = z.object({
  /** '' = direct. */
  source: z.string(),
  /** All parameters of that launch. */
  params: z.record(z.string(), z.string()),
});
export type UserSource = z.output<typeof UserSource>;

/** Profile and state of a user. */
export const UserHead = z.object({
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  language: z.string(),
  is_premium: z.boolean(),
  gender: Gender,
  /** The last place that they shared with the bot. `country`: ISO 3166-1, two letters; '' at sea. */
  location: z.nullable(z.object({ latitude: z.number(), longitude: z.number(), country: z.string(), at: z.string() })),
  /** Country of their last hit of a Mini App, two letters; '' = not known. */
  app_country: z.string(),
  status: UserStatus,
  /** Whether the bot may write to them. */
  chat: ChatState,
  /** When they left or returned last; the first contact unless they ever left. */
  status_since: z.string(),
  first_time: z.string(),
  last_time: z.string(),
});
export type UserHead = z.output<typeof UserHead>;

/** Origin of a user, and their totals so far. */
export const UserTotals = z.object({
  sources: z.object({ first: UserSource, last: UserSource, last_significant: UserSource }),
  actions: z.number(),
  sessions: z.number(),
  launches: z.number(),
  /** Payments inside Telegram without refunds; null for those who may not see income. */
  payments: z.nullable(z.number()),
  /** Payments inside Telegram less refunds, in the smallest unit of each currency; empty for them. */
  income: z.array(z.object({ currency: z.string(), amount: z.number() })),
});
export type UserTotals = z.output<typeof UserTotals>;
