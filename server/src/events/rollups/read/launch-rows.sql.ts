import { usersTable } from '../../store/user-rebuilds.ts';
import { isStale, type Rollup, rolledRows, rolledUntil, usableRollup } from '../rollup.ts';

/**
 * A start whose payload comes from a link that the bot's owner can make, on a row of `events`. The payload that Telegram
 * itself sends to begin a business chat is none: parseStartPayload ignores it too.
 */
export const isTrackedSql = "is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')";

/** Launches to be read: those before a moment, of some users. */
export interface LaunchScope {
  /** SQL of a moment (DateTime64), exclusive. */
  until: string;
  /** A condition on `user_id`; everyone unless given. */
  users?: string;
  /** Roll-up that may be read in place of events. */
  rollup?: Rollup | undefined;
}

/** Kind of launches: the condition on a row of `events`, and on one of `launches`. */
export interface Which {
  ofEvents: string;
  ofLaunches: string;
}
export const links: Which = { ofEvents: isTrackedSql, ofLaunches: 'is_tracked' };
export const starts: Which = { ofEvents: 'is_start', ofLaunches: 'is_start' };
export const steps: Which = { ofEvents: "(is_start OR membership = 'blocked')", ofLaunches: 'true' };

/** Launches before `until`: the text after FROM, so go on with AND. Events are looked at before their copies collapse. */
export function launchRows(conditions: Which, attribution: LaunchScope): string {
  const { until, users = 'user_id != 0' } = attribution;
  const rollup = usableRollup(attribution.rollup);
  if (rollup === undefined) return launchEvents(conditions.ofEvents, attribution, '');
  const rolledUp = `launches
  WHERE ${rolledRows(rollup)} AND time < ${until} AND ${conditions.ofLaunches} AND ${users}`;
  const all = [rolledUp, ...unrolledLaunches(conditions, attribution, rollup)].map(
    (rows) => `\n  SELECT user_id, time, id, source, params FROM ${rows}`,
  );
  return `(${all.join('\n  UNION ALL')}
)
WHERE true`;
}

/** Launches that are not rolled up. */
export const unrolledLaunches = (
  { ofEvents }: Which,
  attribution: LaunchScope,
  { staleUsers }: Rollup,
): readonly string[] => [
  launchEvents(ofEvents, attribution, ` AND time >= ${rolledUntil}`),
  ...(staleUsers.length === 0
    ? []
    : [launchEvents(`${ofEvents} AND ${isStale}`, attribution, ` AND time < ${rolledUntil}`)]),
];

export const launchEvents = (
  content: string,
  { until, users = 'user_id != 0' }: LaunchScope,
  timeCondition: string,
): string =>
  `events FINAL
PREWHERE ${content} AND ${users}
WHERE bot = {bot:String}${timeCondition} AND time < ${until}`;

export const usersRows = ({ users, rollup }: LaunchScope) => `${usersTable(rollup?.usersToRebuild ?? [])}
WHERE bot = {bot:String}${users === undefined ? '' : ` AND ${users}`}`;
