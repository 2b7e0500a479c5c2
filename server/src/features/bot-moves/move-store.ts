import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { RowPosition } from '../../events/store/servers/bot-rows.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type MoveState, moveStates } from '../event-store/event-store.ts';

/** A bot on its way from one server to another one. */
export interface Move {
  bot: string;
  source: string;
  target: string;
  state: MoveState;
  /** When the state was entered, by the database's clock. */
  since: Date;
  /** Milliseconds since then. */
  age: number;
  progress: Progress | null;
  problem: string;
  /** Its bot is removed: both copies are deleted with it. */
  isRemoved: boolean;
}

const progressSchema = z.object({
  table: z.enum([
    'events',
    'users',
    'archived_users',
    'segment_members',
    'campaign_outcomes',
    'field_values',
    'app_countries',
    'chat_states',
    'user_rebuilds',
  ] as const),
  after: z.array(z.string()).nullable(),
});

/** The table that is being copied, and how far: null from its begin. */
export interface Progress {
  table: z.infer<typeof progressSchema>['table'];
  after: RowPosition | null;
}

/** The rows of `event_moves`. Each change says which state it expects: a move that was cancelled meanwhile stays so. */
export function createMoveStore(db: Kysely<Tables>) {
  const rows = () =>
    db
      .selectFrom('event_moves')
      .innerJoin('bots', 'bots.key', 'event_moves.bot_key')
      .select(['bot_key', 'source', 'target', 'state', 'since', 'progress', 'problem', 'removed_at'])
      .select(sql<number>`(extract(epoch FROM now() - since) * 1000)::float8`.as('age'));
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];
  const toMove = ({ bot_key: bot, state, since, progress, removed_at, ...row }: Row): Move => ({
    ...row,
    bot,
    state: z.enum(moveStates).parse(state),
    since: new Date(since),
    progress: progress === null ? null : progressSchema.parse(progress),
    isRemoved: removed_at !== null,
  });
  const expecting = (move: Pick<Move, 'bot' | 'state'>) =>
    db.updateTable('event_moves').where('bot_key', '=', move.bot).where('state', '=', move.state);

  return {
    async list(): Promise<Move[]> {
      return (await rows().orderBy('event_moves.started_at').orderBy('bot_key').execute()).map(toMove);
    },
    async byBot(bot: string): Promise<Move | null> {
      const row = await rows().where('bot_key', '=', bot).executeTakeFirst();
      return row === undefined ? null : toMove(row);
    },
    async enter(move: Pick<Move, 'bot' | 'state'>, state: MoveState): Promise<boolean> {
      const change = { state, since: sql<Date>`clock_timestamp()`, progress: null, problem: '' };
      const { numUpdatedRows } = await expecting(move).set(change).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async keepProgress(move: Pick<Move, 'bot' | 'state'>, progress: Progress): Promise<boolean> {
      const change = { progress: JSON.stringify(progress), problem: '' };
      const { numUpdatedRows } = await expecting(move).set(change).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    report: (move: Pick<Move, 'bot' | 'state'>, problem: string) => expecting(move).set({ problem }).execute(),
    /** The bot is on one server again. */
    finish: ({ bot }: Pick<Move, 'bot'>, server: string) =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('bots').set({ event_server: server }).where('key', '=', bot).execute();
        await transaction.deleteFrom('event_moves').where('bot_key', '=', bot).execute();
      }),
  };
}
export type MoveStore = ReturnType<typeof createMoveStore>;
