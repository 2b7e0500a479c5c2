import { readRollup } from '../rollups/rollup.ts';
import { rollUp } from '../rollups/write/roll-up.ts';
import { insertOutcomes } from './campaign-outcomes.ts';
import { deleteBefore } from './delete-before.ts';
import { deleteBotRows } from './delete-bot.ts';
import { deleteHits, deleteSiteHits } from './delete-hits.ts';
import type { Engine } from './engine/engine.ts';
import { countUserRows, eraseUsers } from './erase-users.ts';
import type { EventStore } from './event-store.ts';
import { hasReplacedFiles, purgeDeleted } from './purge-deleted.ts';
import { reparseLaunches } from './reparse-launches.ts';
import { changeMembers } from './segment-members.ts';
import { rebuildMarkedUsers } from './user-rebuilds.ts';
import { rebuildUsers } from './users.ts';

type HistoryMethod =
  | 'rollup'
  | 'rollUp'
  | 'deleteBot'
  | 'deleteBefore'
  | 'deleteHits'
  | 'deleteSiteHits'
  | 'reparseLaunches'
  | 'changeMembers'
  | 'writeCampaignOutcomes'
  | 'eraseUsers'
  | 'countUserRows'
  | 'purgeDeleted'
  | 'hasReplacedFiles'
  | 'rebuildUsers';

interface StoreParts {
  engine: Engine;
  prepared: { run(): Promise<void> };
  loader: { caughtUp(ms: number): Promise<void> };
  flush(): Promise<void>;
  catchUpMs: number;
  rollupTimeoutMs: number;
}

/** Creates the operations on rows of the engine beside queries. Before a deletion the spool is empty: rows in it would come back. */
export function historyOf({
  engine,
  prepared,
  loader,
  flush,
  catchUpMs,
  rollupTimeoutMs,
}: StoreParts): Pick<EventStore, HistoryMethod> {
  return {
    async rollup(bot) {
      await prepared.run();
      // An acknowledged row makes its user stale when it reaches the engine.
      await loader.caughtUp(catchUpMs);
      return await readRollup(engine, bot);
    },
    async rollUp(bot, until) {
      await prepared.run();
      await rebuildMarkedUsers(engine, bot, rollupTimeoutMs);
      await rollUp(engine, bot, { until, timeoutMs: rollupTimeoutMs, flush });
    },
    async deleteBot(bot) {
      await prepared.run();
      // Rows still in the spool would come back after the deletion.
      await flush();
      await deleteBotRows(engine, bot);
    },
    async deleteBefore(bot, before) {
      await prepared.run();
      await flush();
      await rebuildMarkedUsers(engine, bot, rollupTimeoutMs);
      return await deleteBefore(engine, bot, before);
    },
    async deleteHits(bot, app) {
      await prepared.run();
      // Rows still in the spool would come back afterwards.
      await flush();
      return await deleteHits(engine, bot, app);
    },
    async deleteSiteHits(bot, site) {
      await prepared.run();
      await flush();
      return await deleteSiteHits(engine, bot, site);
    },
    async reparseLaunches(bot, read) {
      await prepared.run();
      // The rows in the spool were parsed by the old rules.
      await flush();
      return await reparseLaunches(engine, bot, read);
    },
    async changeMembers(bot, change) {
      await prepared.run();
      // Users that a statement selects must be in the engine.
      await loader.caughtUp(catchUpMs);
      await changeMembers(engine, bot, change);
    },
    async writeCampaignOutcomes(_bot, outcomes) {
      await prepared.run();
      await insertOutcomes(engine, outcomes);
    },
    async eraseUsers(bot, erasure) {
      await prepared.run();
      // Rows still in the spool would come back afterwards.
      await flush();
      return await eraseUsers(engine, bot, erasure);
    },
    async countUserRows(bot, users) {
      await prepared.run();
      return await countUserRows(engine, bot, users);
    },
    async purgeDeleted() {
      await prepared.run();
      return await purgeDeleted(engine);
    },
    async hasReplacedFiles(before) {
      await prepared.run();
      return await hasReplacedFiles(engine, before);
    },
    async rebuildUsers(bot) {
      await prepared.run();
      await rebuildUsers(engine, bot);
    },
  };
}
