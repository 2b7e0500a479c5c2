import type { Parameter } from '../events/event-store.ts';

declare const scoped: unique symbol;

/** A statement that was written from a scope. Only `Scope.statement` makes one and only `runQuery` runs one. */
export interface ScopedStatement {
  readonly [scoped]: true;
  readonly sql: string;
  readonly params: Readonly<Record<string, Parameter>>;
  /** Exclusive end of what it reads, Unix ms: an answer about the past may be kept longer. */
  readonly end: number;
}

/**
 * What a statement may read, each as the text after FROM, with the scope's conditions in it (so go on with AND, GROUP
 * BY …). FINAL collapses copies. Conditions on content may stand before it (PREWHERE), because copies have equal
 * content; `time` may not, because a copy without a sender's date carries its own, nor may `source` and `params`, because
 * a change of the start rules corrects them in a newer copy.
 */
export interface Sources {
  /** What people did within the period; `user_id` is 0 for those who hide themselves (anonymous administrators). */
  actions: string;
  /** The same, of those whose content meets a condition: it is looked at before FINAL, so less is read. */
  actionsWith(content: string): string;
  /**
   * Actions from which the sessions that begin in the period can be told: from one session gap before it (whoever acted
   * then is in the middle of a session) and, for those who acted within a gap before its end, two days past the end.
   * Only of people with an id. Needs the parameter `session_gap` in ms.
   */
  sessionActions: string;
  /**
   * Actions, comings and goings, and imported meetings, in the bot's whole history up to the period's end, of the people whose ids a subquery
   * yields. Id 0 may not be among them.
   */
  historyOf(people: string): string;
  /** Who left the bot at some time up to the period's end, by any copy of the event: a superset to look people up in. */
  departures: string;
  /** Launches with a payload, of the period. */
  launches: string;
  /**
   * One row per person who ever met the bot. Elements of its tuples are asked for by `tupleElement(last_profile, 'username')`:
   * of `last_profile.username` the engine reads that element alone, and gives the first row's instead of the last time's.
   */
  people: string;
}

export interface Scope {
  readonly bot: string;
  /** Unix milliseconds; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The same bot, another stretch of time. */
  within(start: number, end: number): Scope;
  /** Writes a statement. Parameters of its own may not be called `bot`, `start` or `end`. */
  statement(write: (from: Sources) => string, params?: Readonly<Record<string, Parameter>>): ScopedStatement;
}

const START = "fromUnixTimestamp64Milli({start:Int64}, 'UTC')";
const END = "fromUnixTimestamp64Milli({end:Int64}, 'UTC')";

/** Nobody keeps a session up longer than this past the period's end; a machine that does is measured up to here. */
const TAIL_MS = 2 * 86_400_000;

const actionsWith = (content?: string): string => `events FINAL
PREWHERE is_action${content === undefined ? '' : ` AND ${content}`}
WHERE bot = {bot:String} AND time >= ${START} AND time < ${END}`;

const sources: Sources = {
  actions: actionsWith(),
  actionsWith,
  sessionActions: `(
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < ${END}
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < ${END})
  WHERE bot = {bot:String}
    AND time >= ${END} AND time < fromUnixTimestamp64Milli({end:Int64} + ${TAIL_MS}, 'UTC')
)`,
  historyOf: (people) => `events FINAL
PREWHERE user_id IN (${people}) AND (is_action OR membership != '' OR kind = 'imported')
WHERE bot = {bot:String} AND time < ${END}`,
  departures: `events
PREWHERE membership = 'left'
WHERE bot = {bot:String} AND user_id != 0 AND time < ${END}`,
  launches: `events FINAL
PREWHERE is_start AND start_payload != ''
WHERE bot = {bot:String} AND time >= ${START} AND time < ${END}`,
  people: `people FINAL
WHERE bot = {bot:String}`,
};

/** The bot and stretch of time that a report may see: the one way to a statement. */
export function scope(bot: string, start: number, end: number): Scope {
  return {
    bot,
    start,
    end,
    within: (from, to) => scope(bot, from, to),
    statement(write, params = {}) {
      const statement = { sql: write(sources).trim(), params: { ...params, bot, start, end }, end };
      return statement as unknown as ScopedStatement;
    },
  };
}
