import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { defaultTimeoutSeconds, type Engine, markerOf, querySettings, type Statement } from './engine.ts';
import { insertError, queryError } from './engine-errors.ts';
import { parseRows } from './parse-rows.ts';

/** Opens a ClickHouse server or cluster by its HTTP address: `http://user:password@host:8123/database`. */
export function openServerEngine(url: string): Engine {
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
  const running = new Set<AbortController>();

  async function kill(marker: string): Promise<void> {
    await client
      .command({
        query: `KILL QUERY WHERE Settings['log_comment'] = {marker:String} ASYNC`,
        query_params: { marker },
      })
      .catch(() => undefined);
  }

  return {
    kind: 'server',
    async query<Row extends object>(statement: Statement) {
      const marker = markerOf(statement.tag, randomUUID());
      const { signal } = statement;
      signal?.throwIfAborted();
      const own = new AbortController();
      running.add(own);
      const stop = () => void kill(marker).finally(() => own.abort());
      signal?.addEventListener('abort', stop, { once: true });
      try {
        const answer = await client.query({
          query: statement.sql,
          format: 'JSONEachRow',
          query_params: { ...statement.params },
          // The server answers only when it has the whole result, so that an error is an error and not half an answer.
          clickhouse_settings: { ...querySettings(statement, marker), wait_end_of_query: 1 },
          abort_signal: own.signal,
        });
        const rows = await parseRows<Row>(await answer.text());
        // A statement that is stopped may end with no rows and no error.
        signal?.throwIfAborted();
        return rows;
      } catch (error) {
        throw signal?.aborted ? signal.reason : queryError(error);
      } finally {
        signal?.removeEventListener('abort', stop);
        running.delete(own);
      }
    },
    async command(sql, params = {}) {
      await client.command({ query: sql, query_params: { ...params } }).catch((error: unknown) => {
        throw queryError(error);
      });
    },
    async insert({ table, columns, body }) {
      const [first = '', ...others] = columns;
      try {
        await client.insert({
          table,
          columns: [first, ...others],
          // In pieces: one chunk of megabytes would be compressed in one go on this thread.
          values: Readable.from(pieces(body), { objectMode: false }),
          format: 'TabSeparated',
        });
      } catch (error) {
        throw insertError(error);
      }
    },
    async ping() {
      const answer = await client.ping();
      if (!answer.success) throw queryError(answer.error);
    },
    async close() {
      for (const controller of running) controller.abort();
      await client.close();
    },
  };
}

function* pieces(body: Buffer): Generator<Buffer> {
  const size = 256 * 1024;
  for (let from = 0; from < body.length; from += size) yield body.subarray(from, from + size);
}
