import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

/** Number of minutes shown, including the present one. */
export const liveMinutes = 30;
/** A user with an action within this many minutes counts as online. */
export const onlineMinutes = 5;

/** One action, or one departure or return. */
export const LiveEvent = z.object({
  /** Identity of the event, as a decimal string. */
  id: z.string(),
  /** ISO 8601, UTC. */
  time: z.string(),
  /** A word of `actionTypes`, or `left` or `returned`. */
  type: z.string(),
  /** Command or button data; '' without the right to the report of commands. */
  name: z.string(),
  /** null without the right to lists of users, and for users who hide behind their group. */
  user: z.nullable(z.object({ user_id: z.number(), name: z.string(), username: z.string() })),
});
export type LiveEvent = z.output<typeof LiveEvent>;

/** Current activity in a bot; docs/metrics.md, "Live". */
export const LiveActivity = z.object({
  /** Unix milliseconds at which the first of the minutes begins. */
  start: z.number(),
  /** Different users with an action in the last `onlineMinutes`. */
  online: z.number(),
  /** Different users with an action in all `liveMinutes`. */
  users: z.number(),
  /** Different users of each minute, the oldest first. */
  minutes: z.array(z.number()),
  /** The newest first. */
  events: z.array(LiveEvent),
});
export type LiveActivity = z.output<typeof LiveActivity>;

export const liveActivityEndpoints = {
  liveActivity: endpoint({
    method: 'GET',
    path: '/bots/{key}/activity',
    access: 'report.view',
    params: botPath,
    data: LiveActivity,
  }),
};
