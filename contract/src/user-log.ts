import * as z from 'zod/mini';
import { EventCursor, ways } from './conversation-items.ts';

/** One event of a user, in any chat. */
export const LogEvent = z.object({
  id: z.string(),
  cursor: EventCursor,
  at: z.string(),
  kind: z.string(),
  /** A word of `actionTypes`; '' for events that are no actions. */
  type: z.string(),
  name: z.string(),
  way: z.enum(ways),
  chat_type: z.string(),
  chat_id: z.number(),
  text: z.string(),
  membership: z.enum(['', 'blocked', 'unblocked']),
  /** Error code of a call; 0 = fine, -1 = no answer. */
  code: z.number(),
  amount: z.number(),
  currency: z.string(),
});
export type LogEvent = z.output<typeof LogEvent>;

/** Groups of kinds that the log can be limited to. */
export const logKinds = ['messages', 'buttons', 'calls', 'app', 'site', 'payments', 'status', 'other'] as const;
export type LogKind = (typeof logKinds)[number];
