import { resetRollup } from '../rollups/roll-up.ts';
import type { Engine } from './engine/engine.ts';
import { encodeParsedPayload, parsedPayloadColumns } from './event-row.ts';
import { addLaunches } from './users.ts';

/** What a launch payload says by the bot's rules. */
export interface ParsedPayload {
  params: Record<string, string>;
  /** '' = direct. */
  source: string;
}

/** Different payloads read at a time: 50,000 are 3 MB. A bot whose links carry the friend's id has hundreds of thousands. */
const PAGE = 50_000;

const asStored = [
  'bot',
  'partition_key',
  'user_id',
  'id',
  'time',
  'kind',
  'type',
  'is_action',
  'is_contact',
  'is_start',
].concat(
  ['membership', 'direction', 'chat_type', 'chat_offset', 'name', 'text', 'start_payload', 'amount', 'currency'],
  ['code', 'language', 'is_premium', 'sent_at', 'payload'],
);

/** Launches that read otherwise than they were stored. */
const readOtherwise = `
FROM (SELECT * FROM events FINAL PREWHERE is_start AND start_payload != '' WHERE bot = {bot:String}) AS event
INNER JOIN (SELECT start_payload, source, params FROM parsed_payloads WHERE bot = {bot:String}) AS reading
  ON reading.start_payload = event.start_payload
WHERE event.source != reading.source OR event.params != reading.params`;

/** The corrected copy is a newer version (by one millisecond of `received_at`), so it wins wherever copies meet. */
const correct = `
INSERT INTO events (${asStored.join(', ')}, source, params, version)
SELECT ${asStored.map((column) => `event.${column}`).join(', ')}, reading.source, reading.params, event.version + 1
${readOtherwise}`;

/**
 * Reads the launch payloads of a bot's whole history anew and corrects `source` and `params` of the launches that now
 * read otherwise, and what `users` says of them; gives their number. Cut short, it leaves some corrected: begun again,
 * it does the rest. Nothing is missing meanwhile. One at a time per bot.
 */
export async function reparseLaunches(
  engine: Pick<Engine, 'command' | 'query' | 'insert'>,
  bot: string,
  read: (startPayload: string) => ParsedPayload,
): Promise<number> {
  const clear = () => engine.command('DELETE FROM parsed_payloads WHERE bot = {bot:String}', { bot });
  await clear();
  let after = '';
  for (;;) {
    const page = await engine.query<{ payload: string }>({
      sql: `SELECT DISTINCT start_payload AS payload FROM events PREWHERE is_start AND start_payload > {after:String}
            WHERE bot = {bot:String} ORDER BY payload LIMIT ${PAGE}`,
      params: { bot, after },
    });
    if (page.length === 0) break;
    const body = page.map(({ payload }) => encodeParsedPayload(bot, payload, read(payload))).join('');
    await engine.insert({ table: 'parsed_payloads', columns: parsedPayloadColumns, body: Buffer.from(body) });
    after = page.at(-1)?.payload ?? '';
  }
  const [changed] = await engine.query<{ launches: number }>({
    sql: `SELECT count() AS launches ${readOtherwise}`,
    params: { bot },
  });
  const launches = changed?.launches ?? 0;
  if (launches > 0) {
    await resetRollup(engine, bot);
    await engine.command(correct, { bot });
  }
  // Also without a change: an earlier pass may have been cut short right before this.
  await addLaunches(engine, bot);
  await clear();
  return launches;
}
