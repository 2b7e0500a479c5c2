import type { Engine } from './engine/engine.ts';

type Commands = Pick<Engine, 'command'>;

/** The columns of `users` without the bot and the user. */
const derived = [
  'first_time',
  'last_time',
  'first_action',
  'last_action',
  'first_profile',
  'last_profile',
  'first_source',
  'last_source',
] as const;
export const userColumns: readonly string[] = ['bot', 'user_id', ...derived];
export const archivedUserColumns = userColumns.filter((name) => !name.endsWith('source'));
const columns = userColumns.join(', ');
const archivedColumns = archivedUserColumns.join(', ');

const moment = "time DateTime64(3, \\'UTC\\')";
const profileShape = `Tuple(${moment}, first_name String, last_name String, username String, language String, is_premium Bool)`;
const launchShape = `Tuple(${moment}, receipt Int64, source String, start_payload String)`;

/** Values that any other value replaces. */
const nothing = `
    toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC') AS never,
    toDateTime64(0, 3, 'UTC') AS not_yet,
    toDateTime64('1900-01-01 00:00:00.000', 3, 'UTC') AS before_all,
    (never, '', '', '', '', false) AS no_first_profile,
    (before_all, '', '', '', '', false) AS no_last_profile,
    (never, toInt64(0), '', '') AS no_first_source,
    (not_yet, toInt64(0), '', '') AS no_last_source`;

const contacts = (extraConditions: string) => `bot = {bot:String} AND is_contact AND user_id != 0${extraConditions}`;

/** First and last contact and action of users, from the bot's events. Conditions on events begin with AND. */
const timesSql = (extraConditions: string) => `
  WITH ${nothing}
  SELECT
    bot, user_id,
    min(time) AS first_time, max(time) AS last_time,
    min(if(is_action, time, never)) AS first_action, max(if(is_action, time, not_yet)) AS last_action,
    no_first_profile AS first_profile, no_last_profile AS last_profile,
    no_first_source AS first_source, no_last_source AS last_source
  FROM events FINAL
  WHERE ${contacts(extraConditions)}
  GROUP BY bot, user_id`;

/**
 * Profiles of imported lists are dated 2^41 ms (70 years) earlier, as in the view `accepted_contacts_to_users`: they count
 * only where no event shows the user.
 */
const shownAt = "if(kind = 'imported', time - toIntervalMillisecond(2199023255552), time)";
/** `shownAt` in ms: `min` and `max` of a DateTime64 before 1970 came out exchanged where the engine grouped by user. */
const shownMs = "toUnixTimestamp64Milli(time) - if(kind = 'imported', 2199023255552, 0)";

/**
 * The first and the last profile of users. Names are read from the payload: the object whose id is the user's. Only the
 * first and the last payload are parsed: all of them took 24 seconds for 3 million events. An event whose payload was
 * deleted has no profile.
 */
const profilesSql = (extraConditions: string) => `
  WITH ${nothing},
    JSONExtractRaw(payload, kind) AS body,
    arrayFirst(user -> JSONExtractInt(user, 'id') = user_id, [
      JSONExtractRaw(body, 'from'),
      JSONExtractRaw(body, 'user'),
      JSONExtractRaw(body, 'new_chat_member', 'user'),
      JSONExtractRaw(body, 'boost', 'source', 'user'),
      JSONExtractRaw(body, 'source', 'user')
    ]) AS user,
    (JSONExtractString(user, 'first_name'), JSONExtractString(user, 'last_name'),
      JSONExtractString(user, 'username'), toString(language), is_premium) AS profile
  SELECT
    bot, user_id, min(time) AS first_time, max(time) AS last_time, never AS first_action, not_yet AS last_action,
    min((time, profile.1, profile.2, profile.3, profile.4, profile.5)) AS first_profile,
    max((${shownAt}, profile.1, profile.2, profile.3, profile.4, profile.5)) AS last_profile,
    no_first_source AS first_source, no_last_source AS last_source
  FROM events FINAL
  WHERE ${contacts(extraConditions)} AND payload != '' AND (user_id, ${shownMs}) IN (
    SELECT user_id, arrayJoin([min(${shownMs}), max(${shownMs})])
    FROM events FINAL
    WHERE ${contacts(extraConditions)} AND payload != ''
    GROUP BY user_id)
  GROUP BY bot, user_id`;

/** First and last launch. A corrected launch has an earlier receipt than the row it corrects, so it wins. */
const launchesSql = (extraConditions: string) => `
  WITH ${nothing}
  SELECT
    bot, user_id, min(time) AS first_time, max(time) AS last_time, never AS first_action, not_yet AS last_action,
    no_first_profile AS first_profile, no_last_profile AS last_profile,
    min((time, toUnixTimestamp64Milli(received_at), toString(source), start_payload)) AS first_source,
    max((time, -toUnixTimestamp64Milli(received_at), toString(source), start_payload)) AS last_source
  FROM events FINAL
  WHERE ${contacts(`${extraConditions} AND is_start`)}
  GROUP BY bot, user_id`;

const archivedSql = (extraConditions: string) => `
  WITH ${nothing}
  SELECT ${archivedColumns}, no_first_source AS first_source, no_last_source AS last_source
  FROM archived_users FINAL
  WHERE bot = {bot:String}${extraConditions}`;

/**
 * Rows of `users`, computed from the winning copies of events and from `archived_users`, for the users that a condition
 * on `user_id` selects.
 */
export function usersFromEventsSql(users: string): string {
  const extraConditions = ` AND ${users}`;
  const parts = [
    timesSql(extraConditions),
    archivedSql(extraConditions),
    launchesSql(extraConditions),
    profilesSql(extraConditions),
  ];
  // With the types of the table's columns: reports read elements of its tuples by name.
  const mergedColumns = derived.map((name) => {
    const value = `${name.startsWith('first') ? 'min' : 'max'}(part.${name})`;
    const shape = name.endsWith('profile') ? profileShape : name.endsWith('source') ? launchShape : null;
    return `${shape === null ? value : `CAST(${value}, '${shape}')`} AS ${name}`;
  });
  return `
  SELECT bot, user_id, ${mergedColumns.join(', ')}
  FROM (${parts.join('\n  UNION ALL')}
  ) AS part
  GROUP BY bot, user_id`;
}

/** Merges rows computed from events into `users`, for the users that a condition on `user_id` selects. Safe to repeat. */
export async function addUsers(engine: Commands, bot: string, users: string, params = {}): Promise<void> {
  await engine.command(`INSERT INTO users (${columns}) ${usersFromEventsSql(users)}`, { bot, ...params });
}

/** Merges the launches of a bot, as they are parsed now, into `users`. Safe to repeat; no user is missing meanwhile. */
export async function addLaunches(engine: Commands, bot: string): Promise<void> {
  await engine.command(`INSERT INTO users (${columns}) ${launchesSql('')}`, { bot });
}

/**
 * Rebuilds the rows of `users` of one bot from its events and from `archived_users`. Everything in them is derived. Safe to
 * repeat. While it runs (some seconds for millions of events) reports about this bot show too few users.
 */
export async function rebuildUsers(engine: Commands, bot: string): Promise<void> {
  await engine.command('DELETE FROM users WHERE bot = {bot:String}', { bot });
  for (const sql of [timesSql(''), archivedSql(''), launchesSql(''), profilesSql('')]) {
    await engine.command(`INSERT INTO users (${columns}) ${sql}`, { bot });
  }
}

/** Stores what the events before a moment (Unix ms) contribute to `users`, before they are deleted. Safe to repeat. */
export async function archiveUsers(engine: Commands, bot: string, before: number): Promise<void> {
  const earlier = " AND time < fromUnixTimestamp64Milli({before:Int64}, 'UTC')";
  for (const sql of [timesSql(earlier), profilesSql(earlier)]) {
    await engine.command(`INSERT INTO archived_users (${archivedColumns}) SELECT ${archivedColumns} FROM (${sql})`, {
      bot,
      before,
    });
  }
}
