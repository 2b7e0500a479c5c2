import type { HiddenCommand } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';
import {
  decideFound,
  leastCount,
  leastUsers,
  maxTexts,
  type RepeatedText,
  repeatedTextsSql,
  windowDays,
} from './find-repeated.ts';
import { actionBetween, type HiddenCommandState } from './hidden-command-state.ts';

/** Ordinary texts that users keep repeating: the labels of reply-keyboard buttons. docs/metrics.md, "Hidden commands". */
export interface HiddenCommands {
  /** The most used first. */
  list(bot: string): Promise<HiddenCommand[]>;
  /** Approves, disapproves or takes that back. @throws AppError NotFound for a text that was never found. */
  set(bot: string, text: string, state: HiddenCommandState): Promise<HiddenCommand[]>;
  /** The texts that count as commands of this bot: the approved ones, unless its owner switched all of it off. */
  stableOf(bot: { key: string; finds_hidden_commands: boolean }): Promise<string[]>;
  /** Looks into the last 30 days of every bot that has it switched on. One bot's failure does not stop the others. */
  findAll(now: number): Promise<{ bots: number; found: number; failed: number }>;
}

export function createHiddenCommands(deps: {
  metadata: Pick<Metadata, 'db'>;
  store: Pick<EventStore, 'query'>;
  logger: Logger;
}): HiddenCommands {
  const rows = createHiddenCommandStore(deps.metadata.db);

  async function find(bot: string, now: number): Promise<number> {
    const knownTexts = await rows.all(bot);
    const statement = scope(bot, now - windowDays * dayMs, now + 1).statement(repeatedTextsSql, {
      known: knownTexts.map(({ text }) => text),
      least_count: leastCount,
      least_users: leastUsers,
      most: maxTexts,
    });
    const foundTexts = await runQuery<RepeatedText>(deps.store, statement, { tag: `hidden-commands/${bot}` });
    const { added, counted } = decideFound(knownTexts, foundTexts);
    await rows.write(bot, [...added, ...counted], new Date(now));
    return added.length;
  }

  const list = async (bot: string): Promise<HiddenCommand[]> =>
    (await rows.all(bot)).map((row) => ({ ...row, found_at: new Date(row.found_at).toISOString() }));

  return {
    list,
    async set(bot, text, state) {
      const before = await rows.stateOf(bot, text);
      if (before === undefined) throw new AppError('NotFound', { field: 'text' });
      const action = actionBetween(before, state);
      if (action !== null) {
        await rows.setState(bot, text, state);
        deps.logger.info({ bot, action }, 'a hidden command is decided');
      }
      return list(bot);
    },
    stableOf: async (bot) => (bot.finds_hidden_commands ? await rows.stable(bot.key) : []),
    async findAll(now) {
      const bots = await rows.botsToSearch(new Date(now - (windowDays + 1) * dayMs));
      const result = { bots: bots.length, found: 0, failed: 0 };
      for (const bot of bots) {
        try {
          result.found += await find(bot, now);
        } catch (error) {
          result.failed += 1;
          deps.logger.warn({ err: error, bot }, 'could not look for hidden commands');
        }
      }
      return result;
    },
  };
}

type HiddenCommandRow = Omit<HiddenCommand, 'found_at'> & { found_at: Date };

/** The rows of `hidden_commands`. */
function createHiddenCommandStore(db: Kysely<Tables>) {
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
