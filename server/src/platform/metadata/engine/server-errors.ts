import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { AppError } from '../../errors.ts';

/**
 * SQLSTATEs of a server that cannot work now: connection exceptions, insufficient resources, shutdowns and starts, system
 * errors, and a standby that is not promoted yet. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const unavailable = /^(?:08...|53...|57P0.|58...|25006)$/;

/**
 * The error of a statement, in our words: the server is away, or what it says. Network errors and time limits of the driver
 * have no SQLSTATE. A mistake of ours stays what it is.
 */
export function serverError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    return unavailable.test(error.code ?? '') ? new AppError('StoreUnavailable', { cause: error }) : error;
  }
  const isMistake = error instanceof AppError || error instanceof TypeError || error instanceof RangeError;
  return isMistake ? error : new AppError('StoreUnavailable', { cause: error });
}

/** @throws AppError StoreUnavailable while the server is away */
export async function orUnavailable<Result>(awaited: Promise<Result>): Promise<Result> {
  try {
    return await awaited;
  } catch (error) {
    throw serverError(error);
  }
}

/** A pool for Kysely, whose errors are in our words: a page was answered 500 while the server was restarted. */
export function poolInOurWords(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    Client: pg.Client as NonNullable<PostgresPool['Client']>,
    connect: async () => clientInOurWords(await orUnavailable(pool.connect())),
    end: () => pool.end(),
  };
}

const clientInOurWords = (client: pg.PoolClient): PostgresPoolClient =>
  new Proxy(client, {
    get(target, name) {
      if (name === 'query') return (text: string, values: unknown[]) => orUnavailable(target.query(text, values));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
