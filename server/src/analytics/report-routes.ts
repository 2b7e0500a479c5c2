import {
  type Account,
  api,
  isDimension,
  keysOfDimension,
  keysOfRules,
  keysOfUsersFile,
  mayRead,
  missingKey,
  type Permissions,
  type ReportUser,
} from '@botscope/contract';
import type { FastifyRequest } from 'fastify';
import { csvFile } from '../platform/csv.ts';
import { AppError } from '../platform/errors.ts';
import type { Http } from '../platform/http/http.ts';
import { missingOfWords, shownReport } from '../platform/revealed-number.ts';
import { assertMaySee } from '../platform/revealed-parts.ts';
import { readFilterValues } from './reports/filter-values.ts';
import type { ReportQuery, ReportWords } from './reports/report.ts';
import { parseReportQuery, parseReportType } from './reports/report-query.ts';
import { loadReportSettings, type ReportBot, type ReportSettingsDeps } from './reports/report-settings.ts';
import { type AnswerDeps, runReport } from './reports/run-report.ts';
import { findUsers, pageOfUsers, type Users } from './reports/run-users.ts';

interface ReportRoutesDeps<Bot> extends ReportSettingsDeps<Bot> {
  store: AnswerDeps['store'];
  record: (
    call: { account: Account | null; bot: Bot; raw: FastifyRequest },
    action: 'exported',
    detail: { what: 'report_users'; report: string },
  ) => Promise<void>;
}

/** Parts of a request that a query needs. */
interface Caller<Bot> {
  bot: Bot;
  permissions: Permissions;
  account: Account | null;
  signal: AbortSignal;
}

const usersOfPage = 50;
const maxUsersOfPage = 500;

/** Number of users read at a time for a file. */
const usersOfChunk = 10_000;

export function registerReports<Bot extends ReportBot>(http: Http<Bot>, deps: ReportRoutesDeps<Bot>): void {
  const reports = { store: deps.store, now: deps.now ?? Date.now };

  const prepareQuery = async (
    { bot, permissions, account, signal }: Caller<Bot>,
    type: string,
    words: ReportWords & { column?: string | undefined },
  ) => {
    const reportType = parseReportType(type);
    if (!mayRead(permissions, reportType)) throw new AppError('AccessDenied');
    const missingPermission = missingOfWords(permissions, reportType, words);
    if (missingPermission !== undefined) assertMaySee(permissions, [missingPermission.key], missingPermission.field);
    const settings = await loadReportSettings(deps, bot, account?.time_zone, signal);
    return parseReportQuery(reportType, words, settings, reports.now(), signal);
  };

  http.on(api.report, async ({ params, query: words, ...rest }) => {
    const call = existing(rest);
    const query = await prepareQuery(call, params.type_report, words);
    const answer = shownReport(call.permissions, await runReport(reports, query));
    if (!hidesRules(call.permissions, query)) return answer;
    const { statements, ...visibleAnswer } = answer;
    return visibleAnswer;
  });

  http.on(api.reportUsers, async ({ params, query: { bucket, line, column, offset, limit, ...words }, ...call }) => {
    const [from, count] = [readCount(offset, 'offset', 0), readCount(limit, 'limit', usersOfPage)];
    const query = await prepareQuery(existing(call), params.type_report, { ...words, column });
    const page = { offset: from, limit: Math.min(count, maxUsersOfPage) };
    return pageOfUsers(reports, query, { bucket, line, column }, page);
  });

  http.download(
    '/reports/:key/:type_report/users.csv',
    'section.users.export',
    { keys: keysOfUsersFile['users.csv'], query: api.reportUsers.query },
    async ({ params, query: { bucket, line, column, ...words }, reply, ...call }) => {
      const query = await prepareQuery(call, String(params.type_report), { ...words, column });
      const users = await findUsers(reports, query, { bucket, line, column });
      await deps.record(call, 'exported', { what: 'report_users', report: query.type });
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="${query.type}-users.csv"`);
      await reply.send(csvFile(columns, streamRows(users)));
    },
  );

  http.on(api.filterValues, async ({ query, ...call }) => {
    const { bot, permissions, account, signal } = existing(call);
    const settings = await loadReportSettings(deps, bot, account?.time_zone, signal);
    if (isDimension(query.dimension) && missingKey(permissions, keysOfDimension(query.dimension)) !== undefined) {
      return { values: [], parameters: [] };
    }
    const filterValues = await readFilterValues(reports, query, settings, signal);
    // The number of users with a value belongs to `visitors`: access to another report alone gives the words.
    return mayRead(permissions, 'visitors')
      ? filterValues
      : { ...filterValues, values: withoutNumbers(filterValues.values) };
  });
}

/** Statements of a query that names segments contain the rules of these, and of those that they are made of. */
const hidesRules = (permissions: Permissions, { filter, breakdown, segments }: ReportQuery): boolean =>
  [breakdown, ...filter.flat().map(({ dimension }) => dimension)].includes('segment') &&
  [...segments.values()].some(
    (segment) => segment.kind === 'dynamic' && missingKey(permissions, keysOfRules(segment.rules)) !== undefined,
  );

/** Removes the numbers, and the order by them. */
const withoutNumbers = (values: readonly { value: string }[]): { value: string; users: null }[] =>
  values.map(({ value }) => ({ value, users: null })).sort((one, other) => (one.value < other.value ? -1 : 1));

const columns = [
  'user_id',
  'first_name',
  'last_name',
  'username',
  'language',
  'is_premium',
  'source',
  'first_time',
  'last_time',
] as const satisfies readonly (keyof ReportUser)[];

async function* streamRows({ ids, read }: Users): AsyncGenerator<(string | number | boolean)[][]> {
  for (let from = 0; from < ids.length; from += usersOfChunk) {
    const users = await read(ids.slice(from, from + usersOfChunk));
    yield users.map((user) => columns.map((column) => user[column]));
  }
}

/** @throws AppError InvalidField */
export function readCount(text: string | undefined, field: string, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new AppError('InvalidField', { field });
  return Number(text);
}

/** The access of these routes is a permission, so the edge has found the bot. */
function existing<Bot>(
  call: Omit<Caller<Bot>, 'bot' | 'permissions'> & { bot: Bot | null; permissions: Permissions | null },
): Caller<Bot> {
  const { bot, permissions, ...rest } = call;
  if (bot === null || permissions === null) throw new AppError('NotFound');
  return { ...rest, bot, permissions };
}
