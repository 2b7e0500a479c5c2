import { readRolledUntil } from '../../events/rollups/rollup.ts';
import type { CopiedTableName } from '../../events/store/servers/bot-rows.ts';
import { comparedTables, compareSlice } from '../../events/store/servers/compare-bot.ts';
import { copySlice, deleteCopiedUsers } from '../../events/store/servers/copy-bot.ts';
import type { ServerStore } from '../../events/store/servers/server-stores.ts';
import type { MoveState } from '../event-store/event-store.ts';
import type { Move, MoveStore, Progress } from './move-store.ts';

export interface StepDeps {
  moves: MoveStore;
  /** True when no process can still have an unstored row that it accepted before the moment. */
  haveStored: (moment: Date) => Promise<boolean>;
  /** Longest time that a request may go on with the previous map, ms. */
  settledMs?: number | undefined;
  /** Longest time that an insert may be under way, ms (decision 0016). */
  insertTimeoutMs?: number | undefined;
  sliceRows?: number | undefined;
}

/** Outcome of a step: the next state, progress within this one, the final server, or a wait. */
export type StepResult = { enter: MoveState } | { progress: Progress } | { finish: string } | 'wait';

interface Step {
  move: Move;
  source: ServerStore;
  target: ServerStore;
  deps: StepDeps;
}

const usersTables: readonly CopiedTableName[] = [
  'users',
  'archived_users',
  'segment_members',
  'campaign_outcomes',
  'field_values',
  'app_countries',
  'chat_states',
  'user_rebuilds',
];

/**
 * Each step can be interrupted and repeated: what it did before is kept in the row only once it is done. All steps run
 * under the lock of the bot's history.
 */
export const steps: Readonly<Record<MoveState, (step: Step) => Promise<StepResult>>> = {
  /** New rows go to both servers, once all processes know. All older ones must be on the source before it is copied. */
  preparing: async (step) => ((await isSettled(step)) ? { enter: 'copying' } : 'wait'),

  copying: (step) => copyTables(step, ['events'], 'copied'),

  /**
   * An insert that began before the copy was whole may have compared its rows with a part of the history (decision 0017),
   * so what such inserts made of users is thrown away when they have ended.
   */
  async copied({ move, target, deps }) {
    if (move.age < (deps.insertTimeoutMs ?? 120_000)) return 'wait';
    await deleteCopiedUsers(target.engine, move.bot);
    return { enter: 'adding-users' };
  },

  /** Copies the deleted user rows from the source, once it has stored all rows that both servers received. */
  'adding-users': async (step) => ((await isSettled(step)) ? copyTables(step, usersTables, 'comparing') : 'wait'),

  async comparing(step) {
    const { move, source, target, deps } = step;
    if (!(await isSettled(step))) return 'wait';
    const { bot, since } = move;
    const { table, after } = move.progress ?? { table: 'events', after: null };
    const compared = comparedTables.find((one) => one === table) ?? 'users';
    const range = { bot, table: compared, after, until: since.getTime() } as const;
    const { difference, end } = await compareSlice(source.engine, target.engine, range, deps.sliceRows);
    if (difference !== null) {
      // A row that waited in memory for its store, say, is on both a moment later.
      await deps.moves.report(move, difference);
      return 'wait';
    }
    if (end !== null) return { progress: { table: compared, after: end } };
    const next = comparedTables[comparedTables.indexOf(compared) + 1];
    return next === undefined ? { enter: 'rolling-up' } : { progress: { table: next, after: null } };
  },

  /** Reports over long periods would read all events until the copy has a roll-up too. */
  async 'rolling-up'({ move, source, target }) {
    const until = await readRolledUntil(source.engine, move.bot);
    const isCopyShorter = async () => (await readRolledUntil(target.engine, move.bot)) < until;
    if (await isCopyShorter()) await target.store.rollUp(move.bot, until);
    return (await isCopyShorter()) ? 'wait' : { enter: 'switched' };
  },

  /** Reads go to the target. A process that does not know yet reads the source, which has all new rows as well. */
  switched: async (step) => ((await isSettled(step)) ? { enter: 'deleting' } : 'wait'),

  async deleting(step) {
    if (!(await isSettled(step))) return 'wait';
    await step.source.store.deleteBot(step.move.bot);
    return { finish: step.move.target };
  },

  async cancelling(step) {
    if (!(await isSettled(step))) return 'wait';
    await step.target.store.deleteBot(step.move.bot);
    return { finish: step.move.source };
  },
};

/** Every process goes by this state, and what it accepted before is stored. */
const isSettled = ({ move, deps }: Step): Promise<boolean> =>
  deps.haveStored(new Date(move.since.getTime() + (deps.settledMs ?? 60_000)));

async function copyTables(
  { move, source, target, deps }: Step,
  tables: readonly CopiedTableName[],
  nextState: MoveState,
): Promise<StepResult> {
  const [first = 'events'] = tables;
  const { table, after } = move.progress ?? { table: first, after: null };
  const end = await copySlice(source.engine, target.engine, { bot: move.bot, table, after }, deps.sliceRows);
  if (end !== null) return { progress: { table, after: end } };
  const next = tables[tables.indexOf(table) + 1];
  return next === undefined ? { enter: nextState } : { progress: { table: next, after: null } };
}
