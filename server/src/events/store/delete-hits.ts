import { deleteTableRows, resetRollup } from '../rollups/write/roll-up.ts';
import type { Engine } from './engine/engine.ts';

const hits = "bot = {bot:String} AND kind = 'hit' AND app_id = {app:UInt32}";

/**
 * Deletes what a Mini App has reported; returns the number of rows, copies included. Its users are marked: their rows in
 * `users` are rebuilt from what is left, and reports compute them until then. Each step bears being cut short and begun
 * again. One call at a time per bot.
 */
export async function deleteHits(engine: Pick<Engine, 'command' | 'query'>, bot: string, app: number): Promise<number> {
  const params = { bot, app };
  const [row] = await engine.query<{ rows: number }>({
    sql: `SELECT count() AS rows FROM events WHERE ${hits}`,
    params,
  });
  if (row === undefined || row.rows === 0) return 0;
  // First, because an interrupted deletion must leave no roll-up of the past as it was.
  await resetRollup(engine, bot);
  await engine.command(
    `INSERT INTO user_rebuilds (bot, user_id, marked_at, is_rebuilt)
    SELECT DISTINCT bot, user_id, now64(3), false FROM events WHERE ${hits} AND is_contact`,
    params,
  );
  await deleteTableRows(engine, 'app_countries', 'app_id = {app:UInt32}', params);
  await engine.command(`DELETE FROM events WHERE ${hits}`, params);
  return row.rows;
}

const siteHits = `bot = {bot:String} AND (kind = 'site_hit' AND site_id = {site:UInt32}
  OR kind = 'site_event' AND JSONExtractUInt(payload, 'site_event', 'site') = {site:UInt32})`;

/** Deletes what a website has reported; returns the number of rows, copies included. None makes a bot user of anyone. */
export async function deleteSiteHits(
  engine: Pick<Engine, 'command' | 'query'>,
  bot: string,
  site: number,
): Promise<number> {
  const params = { bot, site };
  const [row] = await engine.query<{ rows: number }>({
    sql: `SELECT count() AS rows FROM events WHERE ${siteHits}`,
    params,
  });
  if (row === undefined || row.rows === 0) return 0;
  await engine.command(`DELETE FROM events WHERE ${siteHits}`, params);
  return row.rows;
}
