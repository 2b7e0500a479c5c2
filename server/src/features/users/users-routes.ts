import {
  type Account,
  api,
  keysOfColumn,
  keysOfUsersFile,
  maxExportedIds,
  missingKey,
  type Permissions,
  type UserColumn,
  UsersSelection,
} from '@botscope/contract';
import * as z from 'zod/mini';
import {
  loadReportSettings,
  type ReportBot,
  type ReportSettingsDeps,
} from '../../analytics/reports/report-settings.ts';
import {
  countUsers,
  eachUsers,
  listUsers,
  parseColumns,
  parseUsersView,
  someUsers,
} from '../../analytics/users/list-users.ts';
import { parseUsersQuery, type UsersQuery } from '../../analytics/users/users-query.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { type UsersFormat, usersCsv, usersNdjson } from './users-file.ts';

export interface UsersRoutesDeps<Bot> extends ReportSettingsDeps<Bot> {
  record: RecordAudit;
}

/** Caller of a route, and the bot of the request. */
export interface UsersCaller<Bot> {
  bot: Bot;
  account: Account | null;
  permissions: Permissions | null;
  signal: AbortSignal;
}

const FileWords = z.extend(UsersSelection, {
  columns: z.optional(z.string().check(z.maxLength(2_000))),
  /** Some users instead of a selection, joined by commas. */
  ids: z.optional(z.string().check(z.maxLength(8_000), z.regex(/^\d{1,16}(?:,\d{1,16})*$/))),
  /** The last id of a file that broke off. */
  after: z.optional(z.string().check(z.regex(/^\d{1,16}$/))),
});

/** Parses a selection for the caller's time zone; the edge has asked what it reveals. @throws as `parseUsersQuery` does */
export const selectionReader =
  <Bot extends ReportBot>(deps: ReportSettingsDeps<Bot>) =>
  async (
    { bot, account, signal }: UsersCaller<Bot>,
    words: UsersSelection & { sort?: string | undefined },
  ): Promise<UsersQuery> =>
    parseUsersQuery(words, await loadReportSettings(deps, bot, account?.time_zone, signal), signal);

/** Columns without those whose values the account may not see: a shared view may name some. */
const visibleColumns = (permissions: Permissions, columns: readonly UserColumn[]): readonly UserColumn[] =>
  columns.filter((column) => missingKey(permissions, keysOfColumn(column)) === undefined);

/** The list of a bot's users. */
export function registerUsers<Bot extends ReportBot>(http: Http<Bot>, deps: UsersRoutesDeps<Bot>): void {
  const reading = { store: deps.store, now: deps.now ?? Date.now };
  const readSelection = selectionReader(deps);

  http.on(api.listUsers, async ({ query: words, ...call }) => {
    const view = parseUsersView(words);
    const query = await readSelection({ ...call, bot: permitted(call.bot) }, words);
    return listUsers(reading, query, { ...view, columns: visibleColumns(permitted(call.permissions), view.columns) });
  });
  http.on(api.countUsers, async ({ query: words, ...call }) =>
    countUsers(reading, await readSelection({ ...call, bot: permitted(call.bot) }, words)),
  );

  for (const format of ['csv', 'ndjson'] as const satisfies readonly UsersFormat[]) {
    const shows = { keys: keysOfUsersFile[`users.${format}`], query: FileWords };
    http.download(
      `/bots/:key/users.${format}`,
      'section.users.export',
      shows,
      async ({ query: words, reply, ...call }) => {
        const columns = visibleColumns(call.permissions, parseColumns(words.columns));
        const users = await readSelection(call, words);
        const after = Number(words.after ?? 0);
        const ids = words.ids?.split(',').map(Number);
        if (ids !== undefined && ids.length > maxExportedIds) throw new AppError('InvalidField', { field: 'ids' });
        const chunks =
          ids === undefined
            ? eachUsers(reading, users, columns, after)
            : someUsers(
                reading,
                users,
                columns,
                ids.filter((id) => id > after),
              );
        // A selection that cannot be read must be an error, and not half a file.
        const first = await chunks.next();
        await deps.record(call, 'exported', { what: 'users' });
        reply.header('content-type', `${format === 'csv' ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`);
        reply.header('content-disposition', `attachment; filename="users.${format}"`);
        const all = begunWith(first, chunks);
        await reply.send(format === 'csv' ? usersCsv(columns, all) : usersNdjson(all));
      },
    );
  }
}

async function* begunWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
