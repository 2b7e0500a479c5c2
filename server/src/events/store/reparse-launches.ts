import { assertLocked } from '../../platform/lock-context.ts';
import { resetRollup } from '../rollups/write/roll-up.ts';
import type { Engine } from './engine/engine.ts';
import { encodeParsedPayload, eventColumns, parsedPayloadColumns } from './event-row.ts';
import { addLaunches } from './users.ts';

/** A launch payload parsed by the bot's rules. */
export interface ParsedPayload {
  params: Record<string, string>;
  /** '' = direct. */
  source: string;
  /** User whose launches alone it is for; everyone's unless given. */
  forUser?: number;
}

/** Parses a payload; null: its launches stay as they are. */
export type ReadPayload = (startPayload: string) => ParsedPayload | null;

/** Different payloads per page: 50,000 are 3 MB. A bot whose links contain user ids has hundreds of thousands. */
const pageSize = 50_000;

const asStored = eventColumns.filter((column) => !['source', 'params', 'version'].includes(column));

/** Launches whose parsed payload differs from the stored one. */
const changedLaunches = `
FROM (SELECT * FROM events FINAL PREWHERE is_start AND start_payload != '' WHERE bot = {bot:String}) AS event
INNER JOIN (SELECT start_payload, source, params, for_user FROM parsed_payloads WHERE bot = {bot:String}) AS reading
  ON reading.start_payload = event.start_payload
WHERE reading.for_user IN (0, event.user_id)
  AND (event.source != reading.source OR event.params != reading.params)`;

/** The corrected copy is a newer version (by one millisecond of `received_at`), so it wins wherever copies meet. */
const correct = `
INSERT INTO events (${asStored.join(', ')}, source, params, version)
SELECT ${asStored.map((column) => `event.${column}`).join(', ')}, reading.source, reading.params, event.version + 1
${changedLaunches}`;

/**
 * Parses the launch payloads of a bot's whole history again and corrects `source` and `params` of the launches that
 * change, and their rows in `users`; returns their number. Interrupted, it leaves some corrected; repeated, it corrects
 * the rest. No launch is missing meanwhile. One call at a time per bot.
 */
export async function reparseLaunches(
  engine: Pick<Engine, 'command' | 'query' | 'insert'>,
  bot: string,
  read: ReadPayload,
): Promise<number> {
  const clear = () => engine.command('DELETE FROM parsed_payloads WHERE bot = {bot:String}', { bot });
  await clear();
  let after = '';
  for (;;) {
    const page = await engine.query<{ payload: string }>({
      sql: `SELECT DISTINCT start_payload AS payload FROM events PREWHERE is_start AND start_payload > {after:String}
            WHERE bot = {bot:String} ORDER BY payload LIMIT ${pageSize}`,
      params: { bot, after },
    });
    if (page.length === 0) break;
    const body = page
      .map(({ payload }) => {
        const launch = read(payload);
        return launch === null ? '' : encodeParsedPayload(bot, payload, launch);
      })
      .join('');
    await assertLocked();
    if (body !== '')
      await engine.insert({ table: 'parsed_payloads', columns: parsedPayloadColumns, body: Buffer.from(body) });
    after = page.at(-1)?.payload ?? '';
  }
  const [row] = await engine.query<{ launches: number }>({
    sql: `SELECT count() AS launches ${changedLaunches}`,
    params: { bot },
  });
  const launches = row?.launches ?? 0;
  if (launches > 0) {
    await resetRollup(engine, bot);
    await engine.command(correct, { bot });
  }
  // Also without a change: an earlier pass may have been interrupted right before this.
  await addLaunches(engine, bot);
  await clear();
  return launches;
}
