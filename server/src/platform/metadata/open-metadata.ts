import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { openEmbedded } from './engine/embedded.ts';
import type { Engine, LockOptions, Run } from './engine/engine.ts';
import { openServer } from './engine/server.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

export { PooledConnections } from './engine/session-check.ts';

/** Everything that is not an event: accounts, bots, settings, jobs. */
export interface Metadata {
  db: Kysely<Tables>;
  engine: 'embedded' | 'server';
  /** For libraries that bring their own SQL (the job queue). Our own statements go through `db`. */
  run: Run;
  ready(): Promise<boolean>;
  /**
   * Runs `fn` while holding a lock that one process of the installation has at a time. Not re-entrant. On a server the
   * lock ends with its connection: `assertLocked` (platform/lock-context.ts) then refuses the next write. With
   * `orWithout` the work runs without a lock where the store cannot be reached within a second.
   */
  withLock<T>(name: string, fn: () => Promise<T>, options?: LockOptions): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens the store and brings its schema up to date: PostgreSQL by `databaseUrl`, else PGlite in `<dataDir>/metadata`.
 * Throws `DirectoryInUse` when another process has that directory.
 */
export async function openMetadata(options: {
  dataDir: string;
  databaseUrl?: string;
  logger: Logger;
  /** Time limit for a process that has the directory to release it, ms (default 0). */
  lockWaitMs?: number;
}): Promise<Metadata> {
  const { dataDir, logger, lockWaitMs = 0 } = options;
  const engine: Engine = options.databaseUrl
    ? await openServer({ databaseUrl: options.databaseUrl, logger: options.logger })
    : await openEmbedded({ dataDir, logger, lockWaitMs });
  try {
    const appliedNames = await migrate(engine);
    if (appliedNames.length > 0)
      options.logger.info({ applied: appliedNames, engine: engine.kind }, 'the metadata schema is up to date');
  } catch (error) {
    await engine.close();
    throw error;
  }
  return {
    db: engine.db,
    engine: engine.kind,
    run: engine.run,
    ready: () =>
      engine.run('SELECT 1').then(
        () => true,
        () => false,
      ),
    withLock: engine.withLock,
    close: engine.close,
  };
}
