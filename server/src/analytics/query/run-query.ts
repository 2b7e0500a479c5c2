import type { EventStore, Parameter, TargetFile } from '../../events/store/event-store.ts';
import { inFlight } from './in-flight.ts';
import type { ScopedStatement } from './scope.ts';

export interface QueryOptions {
  /** Word for the engine's process list, e.g. `report/visitors/0123456789abc`. */
  tag: string;
  signal?: AbortSignal | undefined;
}

/** A report that takes longer would only keep others waiting; measured ones take a tenth of a second. */
const timeoutSeconds = 20;

/** The parameters that the text names: `SET` of a parameter is cheap, but equal questions should be equal. */
export function usedParams({ sql, params }: Pick<ScopedStatement, 'sql' | 'params'>): Record<string, Parameter> {
  const selectedParams: Record<string, Parameter> = {};
  for (const [name, value] of Object.entries(params)) if (sql.includes(`{${name}:`)) selectedParams[name] = value;
  return selectedParams;
}

/**
 * Cards of one page run the same statement: three about sessions, two about churn. A caller that joins gets
 * the state at which the first one began, so an answer may be as old as it takes: some tenths of a second.
 */
const joins = new WeakMap<Pick<EventStore, 'query'>, ReturnType<typeof inFlight<object[]>>>();

function getJoin(store: Pick<EventStore, 'query'>) {
  const join = joins.get(store) ?? inFlight<object[]>();
  joins.set(store, join);
  return join;
}

/** Runs a scoped statement, once for all who ask it at the same time. Throws QueryTooHeavy, StoreUnavailable or the signal's reason. */
export async function runQuery<Row extends object>(
  store: Pick<EventStore, 'query'>,
  statement: ScopedStatement,
  { tag, signal }: QueryOptions,
): Promise<Row[]> {
  const { sql, bot, server } = statement;
  const params = usedParams(statement);
  const key = JSON.stringify([sql, params, server], (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
  const rows = await getJoin(store)(key, signal, (stopSignal) =>
    store.query({ sql, params, bot, server, tag, timeoutSeconds, signal: stopSignal }),
  );
  // Equal text, equal columns: a caller that joined expects the same row.
  return rows as Row[];
}

/** A file is written beside everything else, and may have a day of a large bot; a server's answer is awaited for a minute. */
const fileTimeoutSeconds = 50;

/** Writes what a scoped statement answers to a file. Throws QueryTooHeavy, StoreUnavailable or the signal's reason. */
export async function writeQueryFile(
  store: Pick<EventStore, 'writeFile'>,
  statement: ScopedStatement,
  file: TargetFile,
  { tag, signal }: QueryOptions,
): Promise<void> {
  const { sql, bot, server } = statement;
  const timeoutSeconds = fileTimeoutSeconds;
  const options = { bot, server, tag, timeoutSeconds, ...(signal && { signal }) };
  await store.writeFile({ sql, params: usedParams(statement), ...options }, file);
}
