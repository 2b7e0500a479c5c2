import { deleteRollup, deleteTableRows } from '../rollups/write/roll-up.ts';
import type { Engine } from './engine/engine.ts';

/** Everything of a bot that is not part of its roll-up. */
const tables = [
  'events',
  'users',
  'archived_users',
  'user_rebuilds',
  'parsed_payloads',
  'segment_members',
  'campaign_outcomes',
  'field_values',
  'app_countries',
  'chat_states',
  'erasing_users',
] as const;

const maxPasses = 5;

/**
 * Deletes everything of a bot permanently, and looks again until nothing is found: on a busy server one of six moves left
 * the bot's rows of `users` behind, although its events were deleted.
 */
export async function deleteBotRows(engine: Pick<Engine, 'command' | 'query'>, bot: string): Promise<void> {
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    await deleteRollup(engine, bot);
    const deletions: boolean[] = [];
    for (const table of tables) deletions.push(await deleteTableRows(engine, table, 'true', { bot }));
    if (!deletions.includes(true)) return;
  }
}
