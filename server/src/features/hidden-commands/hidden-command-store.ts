import type { HiddenCommand } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { RepeatedText } from './find-repeated.ts';
import type { HiddenCommandState } from './hidden-command-state.ts';

type HiddenCommandRow = Omit<HiddenCommand, 'found_at'> & { found_at: Date };

/** The rows of `hidden_commands`. */
export function createHiddenCommandStore(db: Kysely<Tables>) {
  const botRows = (bot: string) => db.selectFrom('hidden_commands').where('bot_key', '=', bot);
  return {
    async all(bot: string): Promise<HiddenCommandRow[]> {
      const columns = ['text', 'state', 'count', 'users', 'found_at'] as const;
      const rows = await botRows(bot)
        .select(columns)
        .orderBy('users', 'desc')
        .orderBy('count', 'desc')
        .orderBy('text')
        .execute();
      return rows.map((row) => ({ ...row, state: row.state as HiddenCommandState }));
    },

    async stable(bot: string): Promise<string[]> {
      const rows = await botRows(bot).select('text').where('state', '=', 'Stable').orderBy('text').execute();
      return rows.map(({ text }) => text);
    },

    async stateOf(bot: string, text: string): Promise<HiddenCommandState | undefined> {
      const row = await botRows(bot).select('state').where('text', '=', text).executeTakeFirst();
      return row?.state as HiddenCommandState | undefined;
    },

    setState: (bot: string, text: string, state: HiddenCommandState) =>
      db
        .updateTable('hidden_commands')
        .set({ state })
        .where('bot_key', '=', bot)
        .where('text', '=', text)
        .executeTakeFirst(),

    /** New texts come in as `Term`; of known ones only the numbers change. */
    async write(bot: string, texts: readonly RepeatedText[], foundAt: Date): Promise<void> {
      if (texts.length === 0) return;
      await db
        .insertInto('hidden_commands')
        .values(texts.map((one) => ({ ...one, bot_key: bot, found_at: foundAt })))
        .onConflict((conflict) =>
          conflict.columns(['bot_key', 'text']).doUpdateSet({ count: sql`excluded.count`, users: sql`excluded.users` }),
        )
        .execute();
    },

    /** Bots that want it, and had an update since. */
    async botsToSearch(since: Date): Promise<string[]> {
      const rows = await db
        .selectFrom('bots')
        .select('key')
        .where('removed_at', 'is', null)
        .where('finds_hidden_commands', '=', true)
        .where('last_update_at', '>=', since)
        .orderBy('key')
        .execute();
      return rows.map(({ key }) => key);
    },
  };
}
