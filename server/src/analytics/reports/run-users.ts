import { othersName, type ReportUser } from '@botscope/contract';
import { usersOnly } from '../../events/rollups/rollup.ts';
import type { Rollup } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { FilterTerm } from '../query/filter-sql.ts';
import { loadRollup } from '../query/load-rollup.ts';
import { runQuery } from '../query/run-query.ts';
import { type Scope, scope } from '../query/scope.ts';
import { and, readBreakdown } from './breakdown.ts';
import { type ContextOf, contexts, type ReportDeps } from './context.ts';
import type { CellRef, ReportContext, ReportQuery, UsersSql } from './report.ts';
import { countUsersSql, pageOfUsersSql, usersIdsSql, usersRowsSql } from './users.sql.ts';

/** Reference to a number of a report, in the words of an address; the headline over the whole period unless given. */
export interface NumberWords {
  bucket?: string | undefined;
  line?: string | undefined;
  column?: string | undefined;
}

/** The users behind a number, found once; their rows are read page by page. */
export interface Users {
  /** Ids, those seen last first, equals by id. */
  ids: readonly number[];
  /** The users of some of the ids, in their order. */
  read(ids: readonly number[]): Promise<ReportUser[]>;
}

interface UserRow extends Omit<ReportUser, 'first_time' | 'last_time'> {
  first_ms: number;
  last_ms: number;
}

/**
 * The users behind one number of a report: of the same period, filter and value of a breakdown. Throws AppError
 * InvalidPlace where the report has no such number, and what the store throws.
 */
export async function findUsers(deps: ReportDeps, query: ReportQuery, number: NumberWords): Promise<Users> {
  const { ask, read } = await prepareUsers(deps, query, number);
  const rows = await ask<{ user_id: number }>(usersIdsSql);
  return { ids: rows.map((row) => row.user_id), read };
}

/** A page of the same list, and how long the whole is. Throws as `findUsers` does. */
export async function pageOfUsers(
  deps: ReportDeps,
  query: ReportQuery,
  number: NumberWords,
  page: { offset: number; limit: number },
): Promise<{ total: number; users: ReportUser[] }> {
  const { ask, read } = await prepareUsers(deps, query, number);
  const rows = await ask<{ user_id: number; total: number }>(pageOfUsersSql, page);
  const [first] = rows.length > 0 ? rows : await ask<{ total: number }>(countUsersSql);
  return { total: first?.total ?? 0, users: await read(rows.map((row) => row.user_id)) };
}

/** The users behind a number as a part of a statement: `sql` in a statement of `scope`, with `params`. */
export interface UsersBehind extends Required<Pick<UsersSql, 'sql' | 'params'>> {
  scope: Scope;
}

/** Finds how the users behind a number are selected. Throws AppError InvalidPlace where the report has no such number. */
export async function usersBehind(
  deps: ReportDeps,
  query: ReportQuery,
  number: NumberWords,
  rollup: Rollup | undefined,
): Promise<UsersBehind & { context: ReportContext }> {
  const contextOf = contexts(deps, query, rollup);
  const { context, cell } = narrowed(await contextOfLine(query, contextOf, number.line), query, number);
  const users = await query.definition.users?.(context, cell);
  if (!users) throw new AppError('InvalidPlace', { field: 'line' });
  const { sql, params = {}, within } = users;
  return { context, scope: within ? context.scope.within(within.start, within.end) : context.scope, sql, params };
}

/** The users behind the number, still to be queried. */
async function prepareUsers(deps: ReportDeps, query: ReportQuery, number: NumberWords) {
  const rollup = await loadRollup(deps.store, query.bot, query.signal);
  const { context, scope, sql, params } = await usersBehind(deps, query, number, rollup);
  return {
    ask: <Row extends object>(write: typeof usersIdsSql, extraParams: Readonly<Record<string, number>> = {}) =>
      context.ask<Row>(scope.statement((from) => write(from, sql(from)), { ...params, ...extraParams })),
    read: (ids: readonly number[]) => readUsers(deps, query, usersOnly(rollup), ids),
  };
}

/** Returns the context of a line. In a breakdown, the line selects users of the headline by value. */
async function contextOfLine(
  { breakdown: dimension, filter, period }: ReportQuery,
  contextOf: ContextOf,
  line: string | undefined,
): Promise<{ context: ReportContext; line: string | undefined }> {
  const context = contextOf(period, filter);
  if (dimension === undefined || line === undefined) return { context, line };
  const condition: FilterTerm =
    line === othersName
      ? { dimension, not: false, values: (await readBreakdown(context, dimension)).values, isComplement: true }
      : { dimension, not: false, values: [line] };
  // Without any value everyone is in the rest.
  const narrower = condition.values.length === 0 ? filter : and(filter, condition);
  return { context: contextOf(period, narrower), line: undefined };
}

/** Time is narrowed to the bucket; other axes, and cohorts, get the position. */
function narrowed(
  { context, line }: { context: ReportContext; line: string | undefined },
  { definition }: ReportQuery,
  { bucket: text, column }: NumberWords,
): { context: ReportContext; cell: CellRef } {
  const cell: CellRef = { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
  if (text === undefined) return { context, cell };
  const position = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  const { starts, end } = context.buckets;
  const ownAxis = 'lines' in definition ? definition.axis : undefined;
  const length = 'cohorts' in definition ? Number.POSITIVE_INFINITY : (ownAxis ?? starts).length;
  if (!(position < length)) throw new AppError('InvalidPlace', { field: 'bucket' });
  if (ownAxis || 'cohorts' in definition) return { context, cell: { ...cell, position } };
  const [from = context.scope.start, to = end] = starts.slice(position, position + 2);
  return { context: { ...context, scope: context.scope.within(from, to) }, cell };
}

async function readUsers(
  { store }: ReportDeps,
  { bot, signal, period: { end } }: ReportQuery,
  rollup: Rollup | undefined,
  ids: readonly number[],
): Promise<ReportUser[]> {
  if (ids.length === 0) return [];
  // The filter has already selected the ids.
  const statement = scope(bot, 0, end, undefined, rollup).statement(usersRowsSql(rollup), { ids });
  const rows = await runQuery<UserRow>(store, statement, { tag: `users/${bot}`, signal });
  const users = new Map(rows.map((row) => [row.user_id, toUser(row)]));
  return ids.flatMap((id) => users.get(id) ?? []);
}

function toUser({ first_ms, last_ms, ...user }: UserRow): ReportUser {
  return {
    ...user,
    first_time: new Date(first_ms).toISOString(),
    last_time: new Date(last_ms).toISOString(),
  };
}
