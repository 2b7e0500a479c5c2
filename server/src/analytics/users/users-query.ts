import { parseRules, type SegmentGroup, type UsersSelection } from '@botscope/contract';
import type { Parameter, Rollup } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { checkPatterns } from '../query/check-pattern.ts';
import { loadRollup } from '../query/load-rollup.ts';
import { type ScopedStatement, type Sources, scope } from '../query/scope.ts';
import { segmentContext } from '../query/segments/segment-context.ts';
import { compileSegment } from '../query/segments/segment-sql.ts';
import type { ReportDeps } from '../reports/context.ts';
import type { ReportSettings } from '../reports/report.ts';
import { parseReportQuery } from '../reports/report-query.ts';
import { type NumberWords, usersBehind } from '../reports/run-users.ts';

/** Selection of a bot's users. */
export interface UsersQuery {
  settings: ReportSettings;
  rules: SegmentGroup;
  search: string;
  /** The address of a report's number: `visitors?period=7d&bucket=3`; '' = none. */
  number: string;
  signal?: AbortSignal | undefined;
}

/** A selection, ready for statements: everything that they need is looked up once. */
export interface SelectedUsers {
  bot: string;
  /** Unix ms, exclusive: what lies later is not known yet. */
  asOf: number;
  rollup: Rollup | undefined;
  settings: ReportSettings;
  signal: AbortSignal | undefined;
  /** False: everyone. */
  isSelected: boolean;
  /** Writes a statement; `where` is the selection as a condition on a row of `users`. */
  statement(
    write: (from: Sources, where: string) => string,
    params?: Readonly<Record<string, Parameter>>,
  ): ScopedStatement;
}

/** Parses the words of an address. Throws InvalidField (`rules`). */
export function parseUsersQuery(
  { rules: text = '', search = '', number = '' }: UsersSelection,
  settings: ReportSettings,
  signal?: AbortSignal,
): UsersQuery {
  const rules = parseRules(text);
  if (rules === null) throw new AppError('InvalidField', { field: 'rules' });
  return { settings, rules, search: search.trim(), number, signal };
}

/** Throws AppError for rules and numbers that the bot does not have. */
export async function selectUsers(deps: ReportDeps, query: UsersQuery): Promise<SelectedUsers> {
  const { settings, rules, search, signal } = query;
  const { bot } = settings;
  await checkPatterns(deps.store, rules);
  const rollup = await loadRollup(deps.store, bot, signal);
  const context = segmentContext(settings, rollup, deps.now());
  const segment = compileSegment(rules, context, 'users');
  const searchCondition = searchSql(search);
  const number = await resolveNumber(deps, query, rollup);
  const base = number?.scope ?? scope(bot, context.asOf, context.asOf, undefined, rollup);
  return {
    bot,
    asOf: context.asOf,
    rollup,
    settings,
    signal,
    isSelected: segment.ofUsersRow !== 'true' || search !== '' || number !== null,
    statement(write, params = {}) {
      const compileWhere = (from: Sources): string =>
        [segment.ofUsersRow, searchCondition.sql, ...(number ? [`user_id IN (${number.sql(from)})`] : [])]
          .map((condition) => `(${condition})`)
          .join(' AND ');
      const all = { ...number?.params, ...segment.params, ...searchCondition.params, ...params };
      return base.statement((from) => write(from, compileWhere(from)), all);
    },
  };
}

/** The users behind the number that the query begins with. */
async function resolveNumber(deps: ReportDeps, { number, settings, signal }: UsersQuery, rollup: Rollup | undefined) {
  if (number === '') return null;
  const [type = '', words = ''] = number.split(/\?(.*)/su, 2);
  const { bucket, line, column, ...rest } = Object.fromEntries(new URLSearchParams(words)) as Record<string, string>;
  const query = parseReportQuery(type, { period: '30d', ...rest }, settings, deps.now(), signal);
  const place: NumberWords = { bucket, line, column };
  return usersBehind(deps, query, place, rollup);
}

/**
 * Compiles a search to a condition on a row of `users`: a number is an id, `@ann` the beginning of a username, any
 * other text the beginning of a first name, a last name, both together or a username, whatever its case.
 */
function searchSql(search: string): { sql: string; params: Record<string, Parameter> } {
  if (search === '') return { sql: 'true', params: {} };
  if (/^\d{1,16}$/.test(search)) return { sql: 'user_id = {search_id:Int64}', params: { search_id: Number(search) } };
  const isUsername = search.startsWith('@');
  const searchText = isUsername ? search.slice(1) : search;
  // 36 ms for a million users, where lower-casing their names takes 59.
  const begins = (column: string): string => `startsWithCaseInsensitiveUTF8(${column}, {search:String})`;
  const profileField = (column: string): string => `tupleElement(users.last_profile, '${column}')`;
  const username = begins(profileField('username'));
  const names = [
    begins(profileField('first_name')),
    begins(profileField('last_name')),
    ...(searchText.includes(' ')
      ? [begins(`concat(${profileField('first_name')}, ' ', ${profileField('last_name')})`)]
      : []),
  ];
  return { sql: [username, ...(isUsername ? [] : names)].join(' OR '), params: { search: searchText } };
}
