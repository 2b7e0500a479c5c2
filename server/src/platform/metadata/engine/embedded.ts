import { execFile } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { lockWhenFree } from '../../data-dir/directory-lock.ts';
import type { Tables } from '../tables.ts';
import { DurableFiles } from './durable-files.ts';
import type { Engine, Run } from './engine.ts';
import { FairPGliteDialect } from './fair-dialect.ts';
import { PatientPGlite } from './patient-pglite.ts';

const script = fileURLToPath(new URL('./init-data.ts', import.meta.url));

/**
 * Makes the embedded engine's data directory unless it is there. It appears whole or not at all, so a crash in the
 * middle leaves nothing half made. In a process of its own: initdb peaks at 1.2 GB and would leave 175 MB behind here.
 */
export async function createData(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await promisify(execFile)(process.execPath, [script, unfinished]);
  renameSync(unfinished, directory);
  const parent = openSync(dirname(directory), 'r');
  fsyncSync(parent);
  closeSync(parent);
}

const startParams = [
  '--single',
  '-O',
  '-j',
  ...settings({
    search_path: 'public',
    exit_on_error: 'false',
    log_checkpoints: 'false',
    wal_sync_method: 'fsync',
    // A recycled file still has the rows that were written to it before, and those of erased users must go.
    wal_recycle: 'off',
    // One user and small tables: PostgreSQL's defaults for a shared server would only cost memory.
    shared_buffers: '16MB',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',
  }),
];

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** PostgreSQL in this process, in `<dataDir>/metadata`. Throws `DirectoryInUse` when another process keeps it. */
export async function openEmbedded(options: {
  dataDir: string;
  lockWaitMs: number;
  logger: Pick<Logger, 'info'>;
}): Promise<Engine> {
  const { lockWaitMs: waitMs, logger } = options;
  const release = await lockWhenFree(options.dataDir, 'metadata', { waitMs, logger });
  try {
    const directory = join(options.dataDir, 'metadata');
    await createData(directory);
    const pglite = new PatientPGlite({ fs: new DurableFiles(directory), startParams });
    await pglite.waitReady;
    const db = new Kysely<Tables>({ dialect: new FairPGliteDialect({ pglite }) });
    const run = runAlone(pglite);
    return {
      kind: 'embedded',
      db,
      run,
      transaction: (fn) => pglite.transaction((inside) => fn(runOn(inside))),
      withLock: namedLocks(),
      async close() {
        await db.destroy();
        if (!pglite.closed) await pglite.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function runOn(target: Pick<PGlite, 'query' | 'exec'>): Run {
  return async (text, values) => {
    if (values?.length) return (await target.query<Record<string, unknown>>(text, [...values])).rows;
    const results = await target.exec(text);
    return results.flatMap(({ rows }) => rows as Record<string, unknown>[]);
  };
}

/** There is one connection: a script that fails behind its own BEGIN would leave all others in the aborted transaction. */
function runAlone(pglite: PGlite): Run {
  const run = runOn(pglite);
  return async (text, values) => {
    try {
      return await run(text, values);
    } catch (error) {
      if (!values?.length) await pglite.exec('ROLLBACK').catch(() => {});
      throw error;
    }
  };
}

/** The directory has one process, so a queue per name is cluster-wide. */
function namedLocks(): Engine['withLock'] {
  const tails = new Map<string, Promise<unknown>>();
  return async (name, fn) => {
    const before = tails.get(name) ?? Promise.resolve();
    const outcome = before.then(fn, fn);
    const tail = outcome.catch(() => {});
    tails.set(name, tail);
    try {
      return await outcome;
    } finally {
      if (tails.get(name) === tail) tails.delete(name);
    }
  };
}
