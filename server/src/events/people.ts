import type { Engine } from './engine/engine.ts';

/**
 * Makes the rows of `people` anew from the events of one bot. Everything in it is derived; this also moves `last_*`
 * back where a copy delivered late had moved them. Names are read from the payload: the object whose id is the user's.
 */
export async function rebuildPeople(engine: Pick<Engine, 'command'>, bot: string): Promise<void> {
  await engine.command('DELETE FROM people WHERE bot = {bot:String}', { bot });
  await engine.command(
    `INSERT INTO people
     WITH
       JSONExtractRaw(payload, kind) AS body,
       arrayFirst(person -> JSONExtractInt(person, 'id') = user_id, [
         JSONExtractRaw(body, 'from'),
         JSONExtractRaw(body, 'user'),
         JSONExtractRaw(body, 'new_chat_member', 'user'),
         JSONExtractRaw(body, 'boost', 'source', 'user'),
         JSONExtractRaw(body, 'source', 'user')
       ]) AS person,
       (time, JSONExtractString(person, 'first_name'), JSONExtractString(person, 'last_name'),
         JSONExtractString(person, 'username'), toString(language), is_premium) AS profile,
       toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC') AS never,
       toDateTime64(0, 3, 'UTC') AS not_yet
     SELECT
       bot,
       user_id,
       min(time),
       max(time),
       min(if(is_action, time, never)),
       max(if(is_action, time, not_yet)),
       min(profile),
       max(profile),
       min((if(is_start, time, never), if(is_start, toString(source), ''), if(is_start, start_payload, ''))),
       max((if(is_start, time, not_yet), if(is_start, toString(source), ''), if(is_start, start_payload, '')))
     FROM events FINAL
     WHERE bot = {bot:String} AND is_meeting AND user_id != 0
     GROUP BY bot, user_id`,
    { bot },
  );
}
