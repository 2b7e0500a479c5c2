import { createHash } from 'node:crypto';
import type { ErasureCertificate } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { recordAudit } from '../audit/audit.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import type { UserData } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import { openUsers } from './erasing-users.ts';
import { type ErasureRow, presentErasure } from './erasure-store.ts';
import { deleteUsers, type RunDeps } from './run-erasure.ts';

export interface PurgeDeps extends RunDeps {
  metadata: Pick<Metadata, 'db' | 'engine' | 'run' | 'withLock'>;
  store: Pick<EventStore, 'countUserRows' | 'eraseUsers' | 'hasReplacedFiles' | 'purgeDeleted'>;
  erasedUsers: Pick<ErasedUsers, 'announce' | 'isErased'>;
  instances: Pick<Instances, 'haveStored'>;
  namesOf: AccountNames;
}

/** Delay of the purge after an erasure, ms: other processes have stored their memory and spools by then. */
const settledMs = 10 * minuteMs;
/** A process learns within this time of a block, if the bus works: what it accepted later cannot be theirs. */
const blockedMs = 5_000;
/** Added to the moment of a purge: clocks of replicas differ, and the engine's moments are whole seconds. */
const clockMs = 2_000;

/** Someone who came back has data that nobody asked to erase. */
const isStillErased =
  ({ erasedUsers }: { erasedUsers: Pick<ErasedUsers, 'isErased'> }, bot: string) =>
  (userId: number): boolean =>
    erasedUsers.isErased(bot, userId);

/**
 * Deletes once more what arrived meanwhile, and has both stores rewrite their files: of all erasures together, because
 * each table is rewritten once. Waits for processes that are silent: they may have rows in their spools.
 */
export async function purgeErasures(deps: PurgeDeps, now: number): Promise<{ purged: number; waiting: number }> {
  const { rows, store, instances, logger } = deps;
  const dueErasures: ErasureRow[] = [];
  const hiddenErasures = await rows.hidden(false);
  for (const row of hiddenErasures) {
    const hiddenAt = new Date(row.hidden_at ?? row.created_at).getTime();
    if (hiddenAt > now - settledMs) continue;
    if (await instances.haveStored(new Date(hiddenAt + blockedMs))) dueErasures.push(row);
    else logger.warn({ erasure: Number(row.erasure_id) }, 'a process that may have rows of erased users is silent');
  }
  if (dueErasures.length === 0) return { purged: 0, waiting: hiddenErasures.length };
  for (const row of dueErasures) {
    await deleteUsers(deps, row, isStillErased(deps, row.bot_key));
    // Every process looks once more for files of theirs: a download may have ended since.
    await deps.erasedUsers.announce(row.bot_key);
  }
  const purgedAt = new Date(await store.purgeDeleted());
  await compactMetadata(deps.metadata, deps.userData);
  for (const row of dueErasures) await rows.setPurged(Number(row.erasure_id), purgedAt);
  return { purged: dueErasures.length, waiting: hiddenErasures.length - dueErasures.length };
}

/** Ends the erasures whose data are gone from the files too: nobody knows then who they were. */
export async function finishErasures(deps: PurgeDeps): Promise<{ done: number }> {
  let doneCount = 0;
  for (const row of await deps.rows.hidden(true)) {
    const purgedAt = new Date(row.purged_at ?? 0).getTime();
    if (await deps.store.hasReplacedFiles(purgedAt + clockMs)) continue;
    if (await finish(deps, row)) doneCount += 1;
  }
  if (doneCount > 0) await compactMetadata(deps.metadata, []);
  return { done: doneCount };
}

async function finish(deps: PurgeDeps, row: ErasureRow): Promise<boolean> {
  const { rows, store, sealer, metadata } = deps;
  const [id, bot] = [Number(row.erasure_id), row.bot_key];
  const sealedUsers = await rows.users(id);
  const users = openUsers(sealer, sealedUsers).map(({ userId }) => userId);
  const erasedUsers = users.filter(isStillErased(deps, bot));
  if (erasedUsers.length > 0 && (await store.countUserRows(bot, erasedUsers)) > 0) {
    deps.logger.warn({ bot, erasure: id }, 'rows of erased users were found after the purge; it is repeated');
    await rows.setPurged(id, null);
    return false;
  }
  const names = await deps.namesOf([row.created_by]);
  const erasure = {
    ...presentErasure(row, names),
    state: 'done',
    done_at: (await rows.moment()).toISOString(),
  } as const;
  const hashes = sealedUsers.map(({ user_hash: hash }) => hash);
  const certificate: ErasureCertificate = { erasure, bot, users: hashes, places: row.places };
  const digest = createHash('sha256').update(JSON.stringify(certificate)).digest('hex');
  return metadata.db.transaction().execute(async (transaction) => {
    if (!(await rows.finish(transaction, id, certificate))) return false;
    await recordAudit(transaction, {
      accountKey: null,
      actor: '',
      botKey: bot,
      ip: '',
      userAgent: '',
      action: 'erasure_completed',
      detail: { erasure_id: id, mode: row.mode, users: row.users, digest },
    });
    return true;
  });
}

/** Tables that the erasures themselves change. */
const erasureTables: readonly string[] = ['erasure_users', 'erasures'];

/**
 * Rewrites tables without their deleted rows, and has the log of changes that still shows them deleted. The embedded
 * engine does neither by itself. A PostgreSQL server of the operator's does, by its own settings (docs/operations.md).
 */
async function compactMetadata(
  { engine, run }: Pick<Metadata, 'engine' | 'run'>,
  userData: readonly Pick<UserData, 'name'>[],
): Promise<void> {
  if (engine === 'server') return;
  const names = [...erasureTables, ...userData.map(({ name }) => name)];
  const tables = await run(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name = ANY ($1)",
    [names],
  );
  // One statement each: VACUUM runs in no transaction, as several statements at once would be.
  for (const { table_name: table } of tables) await run(`VACUUM FULL "${String(table)}"`);
  await run('SELECT pg_switch_wal()');
  await run('CHECKPOINT');
}
