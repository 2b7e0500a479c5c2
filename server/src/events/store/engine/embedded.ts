import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { drainPending, Session } from 'chdb';
import { AppError } from '../../../platform/errors.ts';
import {
  buildMarker,
  defaultTimeoutSeconds,
  type Engine,
  fileFormats,
  type Insert,
  querySettings,
  type Statement,
} from './engine.ts';
import { insertError, queryError } from './engine-errors.ts';
import { bindBySet, quoted } from './parameters.ts';
import { parseRows } from './parse-rows.ts';
import { type StatementWork, type WorkWatch, watchWork, workSql } from './statement-work.ts';

/**
 * Statements on one connection run one after another, so readers are several: four for the questions that the queue of
 * `query/fair-store.ts` lets through at once, and one for the store's own. Each running statement holds a thread of Node's
 * pool (UV_THREADPOOL_SIZE).
 */
const readerCount = 5;

const killAgainMs = 100;

/** Keeps an idle server below 600 MB: the engine's own defaults allow its caches several gigabytes. */
const engineArguments = [
  '--mark_cache_size=67108864',
  '--index_mark_cache_size=16777216',
  '--primary_index_cache_size=67108864',
  '--uncompressed_cache_size=0',
  '--query_condition_cache_size=16777216',
  '--compiled_expression_cache_size=16777216',
];

/** Connections for questions; one that is free is taken, or the next one waited for. */
function openReaders(directory: string) {
  const all = new Set(Array.from({ length: readerCount }, () => new Session(directory)));
  const idle = [...all];
  const waiters: ((reader: Session) => void)[] = [];
  const take = () => {
    const reader = idle.pop();
    return reader ? Promise.resolve(reader) : new Promise<Session>((resolve) => waiters.push(resolve));
  };
  const giveBack = (reader: Session) => {
    const next = waiters.shift();
    if (next) next(reader);
    else idle.push(reader);
  };
  // Rows of a statement that was stopped half way have come out with the next one on its connection (1 of 1,200).
  const renew = (reader: Session): Session => {
    reader.close();
    all.delete(reader);
    const newReader = new Session(directory);
    all.add(newReader);
    return newReader;
  };
  return { all, take, giveBack, renew };
}

/** Opens the engine inside this process. One directory per process and one process per directory. */
export function openEmbeddedEngine(directory: string): Engine {
  mkdirSync(directory, { recursive: true });
  const control = start(directory);
  const writer = new Session(directory);
  // Deleting or rewriting a bot's history takes seconds, and stopping a statement must not wait for it.
  const commands = new Session(directory);
  const readers = openReaders(directory);
  const runningMarkers = new Set<string>();
  let closed = false;

  // ASYNC: SYNC waits for the end of the statement and was seen to hang.
  const kill = (marker: string) =>
    control.queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${marker}' ASYNC`).catch(() => undefined);

  const readWork = async (marker: string) => {
    const answer = await control.queryAsync(workSql(marker), { format: 'JSONEachRow' });
    const [work] = await parseRows<StatementWork>(answer.text());
    return work;
  };

  /** Runs a statement on a connection that is free. @returns its answer as text */
  async function run(statement: Statement, sql: string): Promise<string> {
    const { signal } = statement;
    const marker = buildMarker(statement.tag, randomUUID());
    const reader = await readers.take();
    let killing: NodeJS.Timeout | undefined;
    let watch: WorkWatch | undefined;
    let isWhole = true;
    // Until it has ended: a statement that still waits for a thread, or binds its parameters (each `SET` is a statement
    // of its own), is not there to be stopped yet.
    const stop = () => {
      void kill(marker);
      killing = setInterval(() => void kill(marker), killAgainMs);
    };
    try {
      signal?.throwIfAborted();
      if (closed) throw new AppError('StoreUnavailable');
      runningMarkers.add(marker);
      signal?.addEventListener('abort', stop, { once: true });
      const settings = bindBySet(querySettings(statement, marker), statement.params);
      watch = watchWork(statement.timeoutSeconds ?? defaultTimeoutSeconds, () => readWork(marker));
      const answer = await reader.queryAsync(settings + sql, { format: 'JSONEachRow' });
      signal?.throwIfAborted();
      return answer.text();
    } catch (error) {
      isWhole = false;
      if (signal?.aborted) throw signal.reason;
      throw error instanceof AppError ? error : queryError(error, watch?.work());
    } finally {
      signal?.removeEventListener('abort', stop);
      clearInterval(killing);
      watch?.stop();
      runningMarkers.delete(marker);
      readers.giveBack(isWhole || closed ? reader : readers.renew(reader));
    }
  }

  return {
    kind: 'embedded',
    async query<Row extends object>(statement: Statement) {
      return parseRows<Row>(await run(statement, statement.sql));
    },
    async writeFile(statement, { path, format }) {
      await run(statement, `${statement.sql}\nINTO OUTFILE ${quoted(path)} TRUNCATE FORMAT ${fileFormats[format]}`);
    },
    async command(sql, params) {
      await commands.queryAsync(bindBySet({}, params) + sql).catch((error: unknown) => {
        throw queryError(error);
      });
    },
    async insert({ table, columns, body }: Insert) {
      // The bytes as they are: the binding hands them to the engine without a copy.
      await writer
        .insert({ table, columns: [...columns], values: body, format: 'TabSeparated' })
        .catch((error: unknown) => {
          throw insertError(error);
        });
    },
    async ping() {
      await control.queryAsync('SELECT 1').catch((error: unknown) => {
        throw queryError(error);
      });
    },
    async close() {
      if (closed) return;
      closed = true;
      await Promise.all([...runningMarkers].map(kill));
      for (const session of [...readers.all, writer, commands, control]) session.close();
      await drainPending();
    },
  };
}

/** The first connection starts the engine and gives it its arguments; the others join it. */
function start(directory: string): Session {
  try {
    return new Session(directory, { connectionArgs: engineArguments });
  } catch (error) {
    const message = `The event store in ${directory} cannot be opened; is another process using it?`;
    throw new AppError('StoreUnavailable', { message, cause: error });
  }
}
