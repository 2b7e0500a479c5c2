import { dayMs } from '../../platform/time-units.ts';
import { deleteTableRows, resetRollup } from '../rollups/write/roll-up.ts';
import type { Engine } from './engine/engine.ts';
import { archiveUsers } from './users.ts';

/** A month at a time: the first deletion for a bot with years of history would otherwise sort all of it at once. */
const stepMs = 30 * dayMs;

/** Lists that the owner uploaded are kept: they contain first contacts and no actions. */
const deletable = `bot = {bot:String} AND membership = '' AND kind != 'imported' AND time < fromUnixTimestamp64Milli({before:Int64}, 'UTC')`;

/**
 * Keeps, of the events to be deleted, launches and the events by which users came (the first ever, and the first after
 * each block). They stay as "unblocked", without content: no action is left to be counted, but the membership of
 * users at any time stays the same. As newer versions of their rows they win over copies that arrive later.
 */
const keepSteps = `
INSERT INTO events (
  bot, partition_key, user_id, id, time, kind, type, is_action, is_contact, is_start, membership, direction, chat_type,
  chat_offset, name, text, start_payload, source, params, amount, currency, code, language, is_premium, sent_at,
  version, payload)
SELECT
  bot, partition_key, user_id, id, time, kind, '', false, is_contact, is_start, 'unblocked', direction, chat_type,
  chat_offset, '', '', start_payload, source, params, 0, '', 0, language, is_premium, sent_at,
  version + 1, ''
FROM events FINAL
WHERE ${deletable}
  AND (partition_key, user_id, id) IN (
    SELECT partition_key, user_id, id
    FROM (
      SELECT
        partition_key, user_id, id, membership, is_start,
        -- Of an action and a block in one millisecond, the action came first.
        toUnixTimestamp64Milli(time) * 2 + (membership = 'blocked') AS step,
        lagInFrame(toString(membership), 1, 'blocked')
          OVER (PARTITION BY user_id ORDER BY step, id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS was
      FROM events FINAL
      PREWHERE user_id != 0 AND (is_action OR is_contact AND kind != 'imported' OR membership != '')
      WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
        -- Using a Mini App is no return to the bot; it is a step only where it was the user's first contact.
        AND (kind != 'hit' OR (user_id, time) IN (SELECT user_id, first_time FROM users FINAL WHERE bot = {bot:String}))
    )
    WHERE membership = '' AND (is_start OR was = 'blocked'))`;

/**
 * Deletes what users did before a moment (Unix ms), for good. Who came, left and returned when, and the launches, stay:
 * see docs/metrics.md, "Deleted events". Each step bears being cut short and begun again. Gives the number of rows
 * deleted, copies included.
 */
export async function deleteBefore(
  engine: Pick<Engine, 'command' | 'query'>,
  bot: string,
  before: number,
): Promise<number> {
  await deleteTableRows(engine, 'app_countries', 'bitShiftRight(last, 16) < {before:UInt64}', {
    bot,
    before,
  });
  let deletedRows = 0;
  for (;;) {
    const [row] = await engine.query<{ rows: number; oldest: number }>({
      sql: `SELECT count() AS rows, toUnixTimestamp64Milli(min(time)) AS oldest FROM events WHERE ${deletable}`,
      params: { bot, before },
    });
    if (row === undefined || row.rows === 0) return deletedRows;
    const end = Math.min(before, row.oldest + stepMs);
    // First, because an interrupted deletion must leave no roll-up of the past as it was.
    await resetRollup(engine, bot);
    await archiveUsers(engine, bot, end);
    await engine.command(keepSteps, { bot, before: end });
    await engine.command(`DELETE FROM events WHERE ${deletable}`, { bot, before: end });
    deletedRows = Math.max(deletedRows, row.rows);
  }
}
