import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import {
  buildMarker,
  defaultTimeoutSeconds,
  fileFormats,
  type Insert,
  querySettings,
  type ServerEngine,
  type Statement,
  type TargetFile,
} from './engine.ts';
import { insertError, isEmptyInsert, queryError } from './engine-errors.ts';
import { parseRows } from './parse-rows.ts';
import { replicaSettings } from './replicated.ts';
import { createSilenceWatch } from './silence-watch.ts';
import { type StatementWork, watchWork, workSql } from './statement-work.ts';

/** A server answers a ping at once, however busy it is, ms. */
const pingTimeoutMs = 5_000;

/** Statements that are stopped at the server when nobody waits for their rows any more. */
function createQueries(
  client: ReturnType<typeof createClient>,
  cluster: string | undefined,
  silence: ReturnType<typeof createSilenceWatch>,
) {
  const runningControllers = new Set<AbortController>();

  async function kill(marker: string): Promise<void> {
    await client
      .command({
        query: `KILL QUERY WHERE Settings['log_comment'] = {marker:String} ASYNC`,
        query_params: { marker },
      })
      .catch(() => undefined);
  }

  async function readWork(marker: string): Promise<StatementWork | undefined> {
    const answer = await client.query({ query: workSql(marker), format: 'JSONEachRow' });
    const [work] = await parseRows<StatementWork>(await answer.text());
    return work;
  }

  /** Runs a statement and reads its answer; `work` is stopped with it. */
  async function run<Answer>(
    statement: Statement,
    work: (options: { clickhouse_settings: ClickHouseSettings; abort_signal: AbortSignal }) => Promise<Answer>,
  ): Promise<Answer> {
    const marker = buildMarker(statement.tag, randomUUID());
    const { signal } = statement;
    signal?.throwIfAborted();
    const abortController = new AbortController();
    runningControllers.add(abortController);
    const stopWatching = silence.watch(() => abortController.abort());
    const stop = () => void kill(marker).finally(() => abortController.abort());
    signal?.addEventListener('abort', stop, { once: true });
    const watch = watchWork(statement.timeoutSeconds ?? defaultTimeoutSeconds, () => readWork(marker));
    try {
      const answer = await work({
        // The server answers only when it has the whole result, so that an error is an error and not half an answer.
        clickhouse_settings: {
          ...querySettings(statement, marker),
          ...replicaSettings(cluster, 'read'),
          wait_end_of_query: 1,
        },
        abort_signal: abortController.signal,
      });
      // A statement that is stopped may end with no rows and no error.
      signal?.throwIfAborted();
      return answer;
    } catch (error) {
      throw signal?.aborted ? signal.reason : queryError(error, watch.work());
    } finally {
      watch.stop();
      stopWatching();
      signal?.removeEventListener('abort', stop);
      runningControllers.delete(abortController);
    }
  }

  return {
    query: <Row extends object>(statement: Statement) =>
      run(statement, async (options) => {
        const { sql: query, params } = statement;
        const answer = await client.query({ query, format: 'JSONEachRow', query_params: { ...params }, ...options });
        return parseRows<Row>(await answer.text());
      }),
    writeFile: (statement: Statement, { path, format }: TargetFile) =>
      run(statement, async (options) => {
        const answer = await client.exec({
          query: `${statement.sql}\nFORMAT ${fileFormats[format]}`,
          query_params: { ...statement.params },
          ...options,
          decompress_response_stream: true,
        });
        await pipeline(answer.stream, createWriteStream(path), { signal: options.abort_signal });
      }),
    abort(): void {
      for (const controller of runningControllers) controller.abort();
    },
  };
}

/**
 * Opens a ClickHouse server by its HTTP address: `http://user:password@host:8123/database`. With the name of a cluster
 * its tables are on all replicas, and the address may lead to any of them.
 */
export function openServerEngine(url: string, { cluster }: { cluster?: string | undefined } = {}): ServerEngine {
  const client = createClient({
    url,
    application: 'botscope',
    max_open_connections: 10,
    // Above the engine's own limit for statements, so that its answer (too heavy) arrives before we hang up.
    request_timeout: (defaultTimeoutSeconds + 30) * 1000,
    compression: { request: true, response: true },
    // Errors are thrown; the caller logs them.
    log: { level: ClickHouseLogLevel.OFF },
  });
  // A connection of its own: those of the client may all wait.
  const pings = createClient({
    url,
    request_timeout: pingTimeoutMs,
    keep_alive: { enabled: false },
    log: { level: ClickHouseLogLevel.OFF },
  });
  const silence = createSilenceWatch(async () => (await pings.ping()).success);
  const queries = createQueries(client, cluster, silence);

  async function insertValues({ table, columns, body, token }: Values): Promise<void> {
    const [first = '', ...otherColumns] = columns;
    try {
      await client.insert({
        table,
        columns: [first, ...otherColumns],
        values: body,
        format: 'TabSeparated',
        clickhouse_settings: replicaSettings(cluster, token === undefined ? 'rewrite' : 'load', token),
      });
    } catch (error) {
      throw insertError(error);
    }
  }

  return {
    kind: 'server',
    cluster,
    query: queries.query,
    writeFile: queries.writeFile,
    async command(sql, params = {}) {
      const clickhouse_settings = replicaSettings(cluster, 'rewrite');
      await client.command({ query: sql, query_params: { ...params }, clickhouse_settings }).catch((error: unknown) => {
        throw queryError(error);
      });
    },
    async insert({ body, isRepeatable, ...rows }) {
      // The number of a spool file would not do: in an empty spool they begin at 1 again.
      const token = cluster !== undefined && isRepeatable ? createHash('sha256').update(body).digest('hex') : undefined;
      // In pieces: one chunk of megabytes would be compressed in one go on this thread.
      await insertValues({ ...rows, body: Readable.from(pieces(body), { objectMode: false }), token });
    },
    insertStream: (rows) =>
      insertValues({ ...rows, token: undefined }).catch((error: unknown) => {
        if (!isEmptyInsert(error)) throw error;
      }),
    async stream(statement) {
      const marker = buildMarker(statement.tag, randomUUID());
      try {
        const answer = await client.exec({
          query: `${statement.sql}\nFORMAT TabSeparated`,
          query_params: { ...statement.params },
          clickhouse_settings: {
            ...querySettings(statement, marker),
            ...replicaSettings(cluster, 'read'),
            wait_end_of_query: 1,
          },
          decompress_response_stream: true,
        });
        return answer.stream;
      } catch (error) {
        throw queryError(error);
      }
    },
    async ping() {
      const answer = await client.ping();
      if (!answer.success) throw queryError(answer.error);
    },
    async close() {
      silence.close();
      queries.abort();
      await Promise.all([client.close(), pings.close()]);
    },
  };
}

interface Values extends Omit<Insert, 'body' | 'isRepeatable'> {
  body: Readable;
  token: string | undefined;
}

function* pieces(body: Buffer): Generator<Buffer> {
  const size = 256 * 1024;
  for (let from = 0; from < body.length; from += size) yield body.subarray(from, from + size);
}
