import { blocksSql, changesOfUsersSql, eventStepsSql } from '../../events/rollups/read/membership-changes.sql.ts';
import { paymentsSql } from '../../events/rollups/read/payments.sql.ts';
import type { RolledStretch } from '../../events/rollups/read/rolled-actions.sql.ts';
import { tailMs } from '../../events/rollups/read/rolled-sessions.sql.ts';
import { rolledSources } from '../../events/rollups/read/rolled-sources.ts';
import { type UsersToRebuild, usersTable } from '../../events/store/user-rebuilds.ts';
import { type AppSessionValue, appSessionsSql, earlierOpeningsSql } from './app-sessions.sql.ts';
import {
  type Attribution,
  attributedConversionsSql,
  attributedRowsSql,
  attributedUsersSql,
  sourcedUsersSql,
} from './attribution.sql.ts';
import type { FilterSql } from './filter-sql.ts';
import { type SiteSessionValue, siteSessionsSql } from './site-sessions.sql.ts';

/**
 * Sources of a statement, each as the text after FROM, with the scope's conditions in it (so go on with AND, GROUP
 * BY …). FINAL collapses copies. Conditions on content may stand before it (PREWHERE), because copies have equal
 * content; `time` may not, because a copy without a sender's date carries its own, nor may `source` and `params`,
 * because a change of the start rules corrects them in a newer copy.
 *
 * A filter is in every text: in `actions…`, `sessionActions` and `events` its chat types are those of the row itself, in
 * all others those of users with such an action.
 */
export interface Sources {
  /** Actions within the period; `user_id` is 0 for users who hide themselves (anonymous administrators). */
  actions: string;
  /** Actions whose content meets a condition: it is looked at before FINAL, so less is read. */
  actionsWith(content: string): string;
  /** Actions of another stretch of time than the statement's: SQL expressions of moments, the end exclusive. */
  actionsDuring(start: string, end: string): string;
  /**
   * When users with an id were there: rows (user_id, time), one for each of their actions or fewer, but at least one for
   * every quarter of an hour in which they did anything.
   */
  activity: string;
  /** Activity of another stretch of time: SQL of moments that begin quarters of an hour, the end exclusive. */
  activityDuring(start: string, end: string): string;
  /**
   * Sessions that begin in the period: rows (user_id, begin, length, actions), Unix ms and ms. Of everyone who acted within a gap
   * before the period's end what follows is looked at for two days. Needs the parameters `session_gap` in ms and
   * `session_gap_minutes`.
   */
  sessions: string;
  /**
   * Mini App sessions that begin in the period: rows (user_id, moments, value, reloads), see app-sessions.sql.ts. What is read are
   * hits, forgotten ones aside, from one session gap before the period (a user who acted then is in the middle of a session)
   * and, of those who acted within a gap before its end, for two days past the end; for sources the hits that opened the app in
   * the seven days before as well. Needs `session_gap` in ms.
   */
  appSessions(value: AppSessionValue): string;
  /**
   * Sessions on websites that begin in the period, see site-sessions.sql.ts, of the hits that a condition selects. Nobody who is
   * known stands behind them, so a filter leaves none. Needs `session_gap` in ms.
   */
  siteSessions(which: string, value?: SiteSessionValue): string;
  /**
   * Whether hits of more than one website are stored, of whatever time: what pages are called must not change with the period,
   * or a comparison would find none of them.
   */
  hasSeveralWebsites: string;
  /**
   * Departures and returns of users: rows (user_id, gone_before, leaving, returning), see
   * events/rollups/membership-changes.sql.ts; moments are those from the period's start to its end. `membershipChanges`
   * has all users who ever left, `churnEvents` those who left within the period.
   */
  membershipChanges: string;
  churnEvents: string;
  /** Launches with a payload, of the period. */
  launches: string;
  /**
   * Launches of the period, as rows (user_id, time, value) with the value of their own: starts, and the first actions of
   * users who had not started before, which have none.
   */
  launchesWithValue(value: string): string;
  /** Events of any kind and direction of the period, of nobody in particular too. */
  events: string;
  /** Events within the period of users with an ID, actions or not, whose content meets a condition, checked before FINAL. */
  eventsWith(content: string): string;
  /** Events of no user, such as posts of channels; otherwise like `eventsWith`. */
  eventsOfNobody(content: string): string;
  /**
   * Payments and refunds inside Telegram in the bot's whole history up to the period's end: a subquery in brackets of rows
   * (user_id, time, id, charge_id, amount, currency).
   */
  payments: string;
  /**
   * One row per user who ever met the bot. Elements of its tuples are asked for by `tupleElement(last_profile, 'username')`:
   * of `last_profile.username` the engine reads that element alone, and gives the first row's instead of the last time's.
   */
  users: string;
  /** Rows of `users` without the filter, for statements that have it already in another source. */
  allUsers: string;
  /** Attribution of users to launches; see attribution.sql.ts. */
  attributedUsers(attribution: Attribution): string;
  sourcedUsers(attribution: Attribution): string;
  attributedConversions(attribution: Attribution, conversions: string): string;
  attributedRows(attribution: Attribution, rows: string): string;
}

const startSql = "fromUnixTimestamp64Milli({start:Int64}, 'UTC')";
const endSql = "fromUnixTimestamp64Milli({end:Int64}, 'UTC')";

/** Without a filter the statements cover everyone; where rollups exist they are as short as those allow. */
export function createSources(
  filter?: FilterSql,
  usersToRebuild: UsersToRebuild = [],
  rolled?: Omit<RolledStretch, 'selected'>,
): Sources {
  const ofAction = filter ? `\n  AND ${filter.ofAction}` : '';
  const ofUser = filter ? `\n  AND ${filter.ofUser}` : '';
  const actionsDuring = (start: string, end: string, content?: string): string => `events FINAL
PREWHERE is_action${content === undefined ? '' : ` AND ${content}`}${ofAction}
WHERE bot = {bot:String} AND time >= ${start} AND time < ${end}`;
  const actionsWith = (content?: string): string => actionsDuring(startSql, endSql, content);
  const activityDuring = (start: string, end: string): string =>
    `(SELECT user_id, time FROM ${actionsDuring(start, end)} AND user_id != 0)`;
  const users = `${usersTable(usersToRebuild)}
WHERE bot = {bot:String}${filter ? `\n  AND ${filter.ofUsersRow}` : ''}`;
  const hits = (columns: string, value: AppSessionValue) =>
    sessionRows(
      `user_id, time, ${columns}`,
      "kind = 'hit' AND membership = ''",
      ofUser,
      value === 'source' ? earlierOpeningsSql(`user_id, time, ${columns}`, ofUser) : undefined,
    );
  const withChurnFrom = (timeCondition: string) =>
    eventStepsSql(`user_id IN (${blocksSql(timeCondition, `user_id != 0${ofUser}`)})${ofUser}`, `time < ${endSql}`);
  return {
    actions: actionsWith(),
    actionsWith,
    actionsDuring,
    activity: activityDuring(startSql, endSql),
    activityDuring,
    sessions: sessionsSql(sessionRows('user_id, time', 'is_action', ofAction)),
    appSessions: (value) => appSessionsSql((columns) => hits(columns, value), value),
    // Copies of a hit may be of different visitors: the one that was received first counts.
    siteSessions: (condition, value) =>
      siteSessionsSql(
        `events FINAL
    PREWHERE kind = 'site_hit' AND user_id = 0 AND (${condition})${ofUser}
    WHERE bot = {bot:String} AND visitor_id != 0
      AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC')
      AND time < fromUnixTimestamp64Milli({end:Int64} + ${tailMs}, 'UTC')`,
        value,
      ),
    // Copies and deleted rows may be among them: those of a website that is removed are gone soon.
    hasSeveralWebsites: `(SELECT min(site_id) < max(site_id) FROM events PREWHERE kind = 'site_hit' WHERE bot = {bot:String})`,
    membershipChanges: changesSql(withChurnFrom(`time < ${endSql}`)),
    churnEvents: changesSql(withChurnFrom(`time >= ${startSql} AND time < ${endSql}`)),
    launches: `events FINAL
PREWHERE is_start AND start_payload != ''${ofUser}
WHERE bot = {bot:String} AND time >= ${startSql} AND time < ${endSql}`,
    launchesWithValue: (value) => `
  SELECT user_id, time, toString(${value}) AS value
  FROM events FINAL
  PREWHERE is_start AND user_id != 0${ofUser}
  WHERE bot = {bot:String} AND time >= ${startSql} AND time < ${endSql}
  UNION ALL
  SELECT user_id, first_action AS time, '' AS value
  FROM ${users}
    AND first_action < tupleElement(first_source, 'time') AND first_action >= ${startSql} AND first_action < ${endSql}`,
    events: `events FINAL${filter ? `\nPREWHERE ${filter.ofAction}` : ''}
WHERE bot = {bot:String} AND time >= ${startSql} AND time < ${endSql}`,
    // Ids are looked at last: read for every row, they double the work.
    eventsWith: (content) => `events FINAL
PREWHERE ${filter?.isOfFew ? `${filter.ofUser} AND (${content})` : `(${content})${ofUser}`}
WHERE bot = {bot:String} AND time >= ${startSql} AND time < ${endSql} AND user_id != 0`,
    eventsOfNobody: (content) => `events FINAL
PREWHERE user_id = 0 AND (${content})${ofUser}
WHERE bot = {bot:String} AND time >= ${startSql} AND time < ${endSql}`,
    payments: `(${paymentsSql(endSql, filter?.ofUser)}
  )`,
    users,
    allUsers: `${usersTable(usersToRebuild)}
WHERE bot = {bot:String}`,
    attributedUsers: attributedUsersSql,
    sourcedUsers: sourcedUsersSql,
    attributedConversions: attributedConversionsSql,
    attributedRows: attributedRowsSql,
    ...(rolled && rolledSources({ ...rolled, selected: filter?.ofUser ?? 'true', isOfUsers: ofAction === ofUser })),
  };
}

const changesSql = (steps: string): string => `(${changesOfUsersSql(steps)}
)`;

/**
 * Splitting each user's sorted times is five times as fast as window functions over 10 M rows.
 */
const sessionsSql = (rows: string): string => `(
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM ${rows}
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)`;

const sessionRows = (columns: string, content: string, selected: string, earlier?: string): string => `(${
  earlier === undefined
    ? ''
    : `${earlier}
  UNION ALL`
}
  SELECT ${columns} FROM events FINAL
  PREWHERE ${content} AND user_id != 0${selected}
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < ${endSql}
  UNION ALL
  SELECT ${columns} FROM events FINAL
  PREWHERE ${content} AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND ${content} AND user_id != 0${selected}
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < ${endSql})${selected}
  WHERE bot = {bot:String}
    AND time >= ${endSql} AND time < fromUnixTimestamp64Milli({end:Int64} + ${tailMs}, 'UTC')
)`;
