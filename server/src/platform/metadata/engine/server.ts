import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { isUnderLock, runUnderLock } from '../../lock-context.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { Tables } from '../tables.ts';
import type { Engine, Run } from './engine.ts';
import { orUnavailable, poolInOurWords, serverError } from './server-errors.ts';
import { assertSessions } from './session-check.ts';

/**
 * Bounds the connections that locks take: two thousand bots that set their webhooks after a deployment would use up the
 * server's. A lock inside of another one's work does not wait, or the two could wait for each other.
 */
function createLockSlots(maxLocks: number) {
  let freeSlots = maxLocks;
  const waiters: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiters.shift();
    if (next) next();
    else freeSlots += 1;
  };
  /** Resolves when there is a slot, with the way to give it back. */
  return async function take(): Promise<() => void> {
    if (isUnderLock()) return () => undefined;
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((resolve) => waiters.push(resolve));
    return giveBack;
  };
}

/** Silence of a session after which its lock counts as lost, ms: its machine may be cut off without notice. */
const answerTimeoutMs = 5_000;

/** Time that work which can do without its lock waits for the store, ms. */
const reachableMs = 1_000;

/** Time that it waits for the process that has the lock, ms: setting a webhook takes seconds. */
const longestWaitMs = 30_000;

/** Locks that are taken or waited for at a time: PostgreSQL allows a hundred connections by default. */
const maxLocks = 20;

/** 64-bit integers as numbers, as the embedded engine gives them: nothing we count here comes near 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * A PostgreSQL server, 15 or newer.
 * Everything that it throws while the server is away is AppError StoreUnavailable.
 * @throws PooledConnections where locks would not hold; the server's own error when it is down at the start
 */
export async function openServer(options: { databaseUrl: string; logger: Logger }): Promise<Engine> {
  const connection = { connectionString: options.databaseUrl, types, connectionTimeoutMillis: 5_000 };
  await assertSessions(connection);
  const pool = new pg.Pool({
    ...connection,
    max: 10,
    idleTimeoutMillis: 30_000,
    // A server that has gone silent (its machine is cut off, say) would be waited for until TCP gives up, after 15 minutes.
    query_timeout: 30_000,
    keepAlive: true,
  });
  pool.on('error', (error) => options.logger.warn({ err: error }, 'an idle database connection was lost'));
  // The pool listens to idle connections alone. One that breaks while a transaction has it also fails its statement; without
  // this listener it ended the process, each time that PostgreSQL was restarted at such a moment.
  pool.on('connect', (client) => {
    client.on('error', (error) => options.logger.warn({ err: error }, 'a database connection was lost'));
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolInOurWords(pool) }) });
  const takeLockSlot = createLockSlots(maxLocks);

  /** On a connection of its own: ten holders on pool connections would leave none for the work under the lock. */
  async function lockOn<T>(client: pg.Client, name: string, fn: () => Promise<T>, orWithout: boolean): Promise<T> {
    let connectionError: Error | undefined;
    client.on('error', (error) => {
      connectionError = error;
      options.logger.warn({ err: error, lock: name }, 'the connection of a lock was lost: its work stops');
    });
    const isReachable = await client.connect().then(
      () => true,
      (error: unknown) => {
        if (!orWithout) throw serverError(error);
        return false;
      },
    );
    if (!isReachable) return await fn();
    const assertOwn = async (): Promise<void> => {
      // A cut connection may show only when it is used; the lock lives as long as its session answers.
      await withTimeout(client.query('SELECT 1'), answerTimeoutMs).catch((error: Error) => {
        connectionError ??= error;
      });
      if (connectionError !== undefined) {
        throw new AppError('StoreUnavailable', { message: `The lock ${name} was lost`, cause: connectionError });
      }
    };
    try {
      const taking = client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
      const isTaken = await (orWithout ? withTimeout(taking, longestWaitMs) : taking).then(
        () => true,
        (error: unknown) => {
          if (!orWithout) throw serverError(error);
          return false;
        },
      );
      return await (isTaken ? runUnderLock(assertOwn, fn) : fn());
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  return {
    kind: 'server',
    db,
    run: runOn(pool),
    async transaction(fn) {
      const client = await orUnavailable(pool.connect());
      try {
        await orUnavailable(client.query('BEGIN'));
        const result = await fn(runOn(client));
        await orUnavailable(client.query('COMMIT'));
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    },
    async withLock(name, fn, { orWithout = false } = {}) {
      const giveBack = await takeLockSlot();
      try {
        const client = new pg.Client({ ...connection, ...(orWithout && { connectionTimeoutMillis: reachableMs }) });
        return await lockOn(client, name, fn, orWithout);
      } finally {
        giveBack();
      }
    },
    async close() {
      await db.destroy();
    },
  };
}

function runOn(target: Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>): Run {
  return async (text, values) => {
    const result = await orUnavailable(values?.length ? target.query(text, [...values]) : target.query(text));
    // A script answers with a list of results, although the types say one.
    const results = (Array.isArray(result) ? result : [result]) as { rows?: Record<string, unknown>[] }[];
    return results.flatMap(({ rows }) => rows ?? []);
  };
}
