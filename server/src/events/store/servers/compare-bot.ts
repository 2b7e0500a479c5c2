import type { Engine } from '../engine/engine.ts';

/** The whole history is read on both sides. */
const timeoutSeconds = 1_800;

const numberOf = (moment: string) => `toUInt64(9007199254740992 - {${moment}:Int64})`;

/** Rows received later may be on one side only: they are still in a spool. */
const eventsSql = `
SELECT
  count() AS rows,
  toString(sum(cityHash64(partition_key, user_id, id, version, time, type, membership, source, payload))) AS sum
FROM events FINAL
WHERE bot = {bot:String} AND version > ${numberOf('until')}`;

const usersSql = `
SELECT
  count() AS rows,
  toString(sum(cityHash64(user_id, first_time, last_time, first_action, last_action,
    toString(first_profile), toString(last_profile), toString(first_source), toString(last_source)))) AS sum
FROM users FINAL
WHERE bot = {bot:String}
  AND user_id NOT IN (SELECT user_id FROM events WHERE bot = {bot:String} AND version <= ${numberOf('until')})`;

/**
 * What differs between two servers in a bot's events that were received before a moment (Unix ms), and in the users who
 * had none since: null, or a sentence for the operator.
 */
export async function compareBot(
  source: Pick<Engine, 'query'>,
  target: Pick<Engine, 'query'>,
  { bot, until }: { bot: string; until: number },
): Promise<string | null> {
  for (const [name, sql] of [
    ['events', eventsSql],
    ['users', usersSql],
  ] as const) {
    const ask = async (engine: Pick<Engine, 'query'>) => {
      const params = { bot, until };
      const [row] = await engine.query<{ rows: number; sum: string }>({
        sql,
        params,
        tag: `move/${bot}`,
        timeoutSeconds,
      });
      return row ?? { rows: 0, sum: '0' };
    };
    const [before, after] = await Promise.all([ask(source), ask(target)]);
    if (before.rows !== after.rows) return `${name}: ${before.rows} on the source, ${after.rows} on the target`;
    if (before.sum !== after.sum) return `${name}: ${before.rows} on both, with different contents`;
  }
  return null;
}
