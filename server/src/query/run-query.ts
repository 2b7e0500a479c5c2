import type { EventStore, Parameter } from '../events/event-store.ts';
import type { ScopedStatement } from './scope.ts';

export interface QueryOptions {
  /** Word for the engine's process list, e.g. `report/visitors/0123456789abc`. */
  tag: string;
  signal?: AbortSignal | undefined;
}

/** A report that takes longer would only keep others waiting; measured ones take a tenth of a second. */
const TIMEOUT_SECONDS = 20;

/** The parameters that the text names: `SET` of a parameter is cheap, but equal questions should be equal. */
export function usedParams({ sql, params }: ScopedStatement): Record<string, Parameter> {
  const used: Record<string, Parameter> = {};
  for (const [name, value] of Object.entries(params)) if (sql.includes(`{${name}:`)) used[name] = value;
  return used;
}

/** Runs a scoped statement. Throws QueryTooHeavy, StoreUnavailable or the signal's reason. */
export function runQuery<Row extends object>(
  store: Pick<EventStore, 'query'>,
  statement: ScopedStatement,
  { tag, signal }: QueryOptions,
): Promise<Row[]> {
  return store.query<Row>({
    sql: statement.sql,
    params: usedParams(statement),
    tag,
    timeoutSeconds: TIMEOUT_SECONDS,
    ...(signal === undefined ? {} : { signal }),
  });
}
