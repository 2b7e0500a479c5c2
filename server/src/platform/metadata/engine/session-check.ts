import { randomInt } from 'node:crypto';
import pg from 'pg';

/** Thrown at start where connections do not keep their session: a lock would belong to no process. */
export class PooledConnections extends Error {
  override readonly name = 'PooledConnections';

  constructor() {
    super(
      'DATABASE_URL leads through a connection pooler that shares sessions (PgBouncer in transaction or statement mode), which breaks locks: connect to PostgreSQL directly, or use pool_mode = session.',
    );
  }
}

/** A pooler with several free server connections may hand out another one by chance. */
const rounds = 3;

/**
 * Takes a session lock on one connection and asks for it on another. A pooler in transaction mode gives both the same
 * session, which gets its own lock again, or moves the first connection, which then cannot release it.
 * @throws PooledConnections
 */
export async function assertSessions(connection: pg.ClientConfig): Promise<void> {
  const [holder, other] = [new pg.Client(connection), new pg.Client(connection)];
  for (const client of [holder, other]) client.on('error', () => undefined);
  try {
    await Promise.all([holder.connect(), other.connect()]);
    for (let round = 0; round < rounds; round += 1) {
      const key = randomInt(2 ** 31 - 1);
      await holder.query('SELECT pg_advisory_lock($1)', [key]);
      const secondAttempt = await other.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [key]);
      const released = await holder.query<{ done: boolean }>('SELECT pg_advisory_unlock($1) AS done', [key]);
      if (secondAttempt.rows[0]?.taken !== false || released.rows[0]?.done !== true) throw new PooledConnections();
    }
  } finally {
    await Promise.all([holder.end(), other.end()].map((closing) => closing.catch(() => undefined)));
  }
}
