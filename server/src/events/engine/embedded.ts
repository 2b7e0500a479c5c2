import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { drainPending, Session } from 'chdb';
import { type ChdbConnection, createChdbConnection } from 'chdb/connection';
import { AppError } from '../../errors.ts';
import { type Engine, markerOf, querySettings, type Statement } from './engine.ts';
import { insertError, queryError } from './engine-errors.ts';
import { bindBySet } from './parameters.ts';

/**
 * Statements on one connection run one after another, so readers are several. Two cores cannot use more, and each
 * running statement holds a thread of Node's pool (see UV_THREADPOOL_SIZE in docs/architecture.md).
 */
const readerCount = 3;

/** Keeps an idle server below 600 MB: the engine's own defaults allow its caches several gigabytes. */
const engineArguments = [
  '--mark_cache_size=67108864',
  '--index_mark_cache_size=16777216',
  '--primary_index_cache_size=67108864',
  '--uncompressed_cache_size=0',
  '--query_condition_cache_size=16777216',
  '--compiled_expression_cache_size=16777216',
];

/** Opens the engine inside this process. One directory per process and one process per directory. */
export function openEmbeddedEngine(directory: string): Engine {
  mkdirSync(directory, { recursive: true });
  // The first connection starts the engine and gives it its arguments; the others join it.
  const control = new Session(directory, { connectionArgs: engineArguments });
  const connect = () => {
    const connection = createChdbConnection({ path: directory });
    return { connection, client: createClient({ connection }) };
  };
  const writer = connect();
  const readers = Array.from({ length: readerCount }, connect);
  const idle = readers.map((reader) => reader.client);
  const waiting: ((client: ClickHouseClient) => void)[] = [];
  const running = new Set<string>();
  let closed = false;

  const take = () => {
    const client = idle.pop();
    return client ? Promise.resolve(client) : new Promise<ClickHouseClient>((resolve) => waiting.push(resolve));
  };
  const giveBack = (client: ClickHouseClient) => {
    const next = waiting.shift();
    if (next) next(client);
    else idle.push(client);
  };
  // Not SYNC: that waits for the end of the statement and was seen to hang.
  const kill = (marker: string) =>
    control.queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${marker}' ASYNC`).catch(() => undefined);

  async function run<Row>(client: ClickHouseClient, statement: Statement, marker: string): Promise<Row[]> {
    const answer = await client.query({
      query: bindBySet(statement.params ?? {}) + statement.sql,
      format: 'JSONEachRow',
      clickhouse_settings: querySettings(statement, marker),
    });
    return await answer.json<Row>();
  }

  return {
    kind: 'embedded',
    async query<Row extends object>(statement: Statement) {
      const marker = markerOf(statement.tag, randomUUID());
      const { signal } = statement;
      const client = await take();
      if (closed || signal?.aborted) {
        giveBack(client);
        throw signal?.aborted ? signal.reason : new AppError('StoreUnavailable');
      }
      running.add(marker);
      const stop = () => void kill(marker);
      signal?.addEventListener('abort', stop, { once: true });
      try {
        return await run<Row>(client, statement, marker);
      } catch (error) {
        throw signal?.aborted ? signal.reason : queryError(error);
      } finally {
        signal?.removeEventListener('abort', stop);
        running.delete(marker);
        giveBack(client);
      }
    },
    async command(sql) {
      await control.queryAsync(sql).catch((error: unknown) => {
        throw queryError(error);
      });
    },
    async insert({ table, columns, body }) {
      await insertRaw(writer.connection, table, columns, body);
    },
    async ping() {
      await control.queryAsync('SELECT 1').catch((error: unknown) => {
        throw queryError(error);
      });
    },
    async close() {
      if (closed) return;
      closed = true;
      await Promise.all([...running].map(kill));
      await Promise.all([writer, ...readers].map(({ client }) => client.close()));
      control.close();
      await drainPending();
    },
  };
}

/** The binding's own insert takes the bytes as they are; the client's would decode and encode them once more. */
async function insertRaw(connection: ChdbConnection, table: string, columns: readonly string[], values: Buffer) {
  try {
    await connection.chdb.rawInsert({ table, columns: [...columns], values, format: 'TabSeparated' });
  } catch (error) {
    throw insertError(error);
  }
}
