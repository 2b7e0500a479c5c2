import type { Engine } from './engine/engine.ts';

type Commands = Pick<Engine, 'command'>;

const columns = 'bot, user_id, first_time, last_time, first_action, last_action, first_profile, last_profile';

/** Values that any other beats. */
const nothing = `
    toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC') AS never,
    toDateTime64(0, 3, 'UTC') AS not_yet,
    (never, '', '', '', '', false) AS no_first_profile,
    (not_yet, '', '', '', '', false) AS no_last_profile`;

const met = (earlier: string) => `bot = {bot:String} AND is_meeting AND user_id != 0 ${earlier}`;

/** When people came and did something, out of the bot's events. */
const timesSql = (earlier: string) => `
  WITH ${nothing}
  SELECT
    bot, user_id,
    min(time), max(time), min(if(is_action, time, never)), max(if(is_action, time, not_yet)),
    no_first_profile, no_last_profile
  FROM events FINAL
  WHERE ${met(earlier)}
  GROUP BY bot, user_id`;

/**
 * What people were called at first and at last. Names are read from the payload: the object whose id is the user's. Only
 * the payloads at either end are parsed: all of them took 24 seconds for 3 million events. An event whose payload is no
 * longer kept says nothing about names.
 */
const profilesSql = (earlier: string) => `
  WITH ${nothing},
    JSONExtractRaw(payload, kind) AS body,
    arrayFirst(person -> JSONExtractInt(person, 'id') = user_id, [
      JSONExtractRaw(body, 'from'),
      JSONExtractRaw(body, 'user'),
      JSONExtractRaw(body, 'new_chat_member', 'user'),
      JSONExtractRaw(body, 'boost', 'source', 'user'),
      JSONExtractRaw(body, 'source', 'user')
    ]) AS person,
    (time, JSONExtractString(person, 'first_name'), JSONExtractString(person, 'last_name'),
      JSONExtractString(person, 'username'), toString(language), is_premium) AS profile
  SELECT bot, user_id, min(time), max(time), never, not_yet, min(profile), max(profile)
  FROM events FINAL
  WHERE ${met(earlier)} AND payload != '' AND (user_id, time) IN (
    SELECT user_id, arrayJoin([min(time), max(time)])
    FROM events FINAL
    WHERE ${met(earlier)} AND payload != ''
    GROUP BY user_id)
  GROUP BY bot, user_id`;

/** First and last launch. A corrected launch has an earlier receipt than the reading that it corrects, so it wins. */
const launchesSql = `
  WITH ${nothing}
  SELECT
    bot, user_id, min(time), max(time), never, not_yet, no_first_profile, no_last_profile,
    min((time, toUnixTimestamp64Milli(received_at), toString(source), start_payload)),
    max((time, -toUnixTimestamp64Milli(received_at), toString(source), start_payload))
  FROM events FINAL
  WHERE ${met('AND is_start')}
  GROUP BY bot, user_id`;

/** Adds the launches of a bot as they are read now. Safe to repeat; nobody is missing meanwhile. */
export async function addLaunches(engine: Commands, bot: string): Promise<void> {
  await engine.command(`INSERT INTO people (${columns}, first_source, last_source) ${launchesSql}`, { bot });
}

/**
 * Makes the rows of `people` anew from the events of one bot and what is kept of those forgotten. Everything in it is
 * derived; this also moves `last_*` back where a copy delivered late had moved them. Safe to repeat. While it runs (some
 * seconds for millions of events) reports about this bot's people show too few.
 */
export async function rebuildPeople(engine: Commands, bot: string): Promise<void> {
  await engine.command('DELETE FROM people WHERE bot = {bot:String}', { bot });
  await engine.command(`INSERT INTO people (${columns}) ${timesSql('')}`, { bot });
  await engine.command(
    `INSERT INTO people (${columns}) SELECT ${columns} FROM people_kept FINAL WHERE bot = {bot:String}`,
    {
      bot,
    },
  );
  await addLaunches(engine, bot);
  await engine.command(`INSERT INTO people (${columns}) ${profilesSql('')}`, { bot });
}

/** Keeps what the events before a moment (Unix ms) tell about people, for when they are forgotten. Safe to repeat. */
export async function keepPeople(engine: Commands, bot: string, before: number): Promise<void> {
  const earlier = "AND time < fromUnixTimestamp64Milli({before:Int64}, 'UTC')";
  for (const sql of [timesSql(earlier), profilesSql(earlier)]) {
    await engine.command(`INSERT INTO people_kept (${columns}) ${sql}`, { bot, before });
  }
}
