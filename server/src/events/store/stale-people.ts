import type { Engine } from './engine/engine.ts';
import { addPeople, peopleOfEventsSql } from './people.ts';

/** Whose row in `people` holds a copy that has lost since (docs/decisions/0017). `everybody`: too many to name. */
export type StalePeople = readonly number[] | 'everybody';

/** With more of them the rows of all are made of events, until those are made anew. Each is a bound number of a statement. */
export const MOST_STALE = 5_000;

/** Nobody is stale most of the time: then the table itself. */
export function peopleTable(stale: StalePeople): string {
  if (stale === 'everybody') return `(${peopleOfEventsSql('true')}\n) AS people`;
  if (stale.length === 0) return 'people FINAL';
  return `(
  SELECT bot, user_id, first_time, last_time, first_action, last_action, first_profile, last_profile, first_source, last_source
  FROM people FINAL
  WHERE bot = {bot:String} AND user_id NOT IN {stale_people:Array(Int64)}
  UNION ALL${peopleOfEventsSql('user_id IN {stale_people:Array(Int64)}')}
) AS people`;
}

/** Parameters of a statement that reads `peopleTable`. */
export const stalePeopleParams = (stale: StalePeople): { stale_people?: readonly number[] } =>
  stale === 'everybody' || stale.length === 0 ? {} : { stale_people: stale };

/**
 * Makes the rows of stale people anew. Twice, the second time when no insert that was under way at the first can still be:
 * one whose event came in after it was read, and its part of `people` before that was deleted, would leave a trace in
 * neither. Until then their events are read. Each step bears being cut short and begun again. One at a time per bot.
 * @param patienceMs how long an insert of any process may be under way.
 */
export async function remakeStalePeople(
  engine: Pick<Engine, 'command' | 'query'>,
  bot: string,
  patienceMs: number,
): Promise<void> {
  const marked = (isRemade: boolean) =>
    `bot = {bot:String} AND is_remade = ${isRemade} AND marked_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')`;
  const find = async (isRemade: boolean, patience: number) => {
    const [found] = await engine.query<{ marks: number; before: number }>({
      sql: `
        WITH toUnixTimestamp64Milli(now64(3)) + 1 - {patience:Int64} AS bound
        SELECT countIf(marked_at < fromUnixTimestamp64Milli(bound, 'UTC')) AS marks, any(bound) AS before
        FROM stale_people
        WHERE bot = {bot:String} AND is_remade = ${isRemade}`,
      params: { bot, patience },
    });
    return found && found.marks > 0 ? { bot, before: found.before } : null;
  };
  const people = (isRemade: boolean) => `user_id IN (SELECT user_id FROM stale_people WHERE ${marked(isRemade)})`;

  const wrong = await find(false, 0);
  if (wrong) {
    await engine.command(`DELETE FROM people WHERE bot = {bot:String} AND ${people(false)}`, wrong);
    await addPeople(engine, bot, people(false), wrong);
    await engine.command(
      `INSERT INTO stale_people (bot, user_id, marked_at, is_remade)
      SELECT DISTINCT bot, user_id, now64(3), true FROM stale_people WHERE ${marked(false)}`,
      wrong,
    );
    await engine.command(`DELETE FROM stale_people WHERE ${marked(false)}`, wrong);
  }
  const remade = await find(true, patienceMs);
  if (remade) {
    await addPeople(engine, bot, people(true), remade);
    // What is rolled up may have been told by what was wrong; the losing copy may be older than it, the winning one not.
    await engine.command(
      `INSERT INTO late_people (bot, user_id, marked_at)
      SELECT DISTINCT bot, user_id, now64(3) FROM stale_people WHERE ${marked(true)}`,
      remade,
    );
    await engine.command(`DELETE FROM stale_people WHERE ${marked(true)}`, remade);
  }
}
