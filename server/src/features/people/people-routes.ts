import {
  type Account,
  api,
  keysOfColumn,
  keysOfUsersFile,
  missingKey,
  mostExportedIds,
  type PeopleColumn,
  PeopleSelection,
  type Permissions,
} from '@botscope/contract';
import * as z from 'zod/mini';
import {
  countPeople,
  eachPeople,
  listPeople,
  parseColumns,
  parsePeopleView,
  somePeople,
} from '../../analytics/people/list-people.ts';
import { type PeopleQuery, parsePeopleQuery } from '../../analytics/people/people-query.ts';
import {
  loadReportSettings,
  type ReportBot,
  type ReportSettingsDeps,
} from '../../analytics/reports/report-settings.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { type PeopleFormat, peopleCsv, peopleNdjson } from './people-file.ts';

export interface PeopleRoutesDeps<Bot> extends ReportSettingsDeps<Bot> {
  record: RecordAudit;
}

/** Caller of a route, and the bot of the request. */
export interface PeopleCaller<Bot> {
  bot: Bot;
  account: Account | null;
  permissions: Permissions | null;
  signal: AbortSignal;
}

const FileWords = z.extend(PeopleSelection, {
  columns: z.optional(z.string().check(z.maxLength(2_000))),
  /** Some users instead of a selection, joined by commas. */
  ids: z.optional(z.string().check(z.maxLength(8_000), z.regex(/^\d{1,16}(?:,\d{1,16})*$/))),
  /** The last id of a file that broke off. */
  after: z.optional(z.string().check(z.regex(/^\d{1,16}$/))),
});

/** Parses a selection for the caller's time zone; the edge has asked what it reveals. @throws as `parsePeopleQuery` does */
export const selectionReader =
  <Bot extends ReportBot>(deps: ReportSettingsDeps<Bot>) =>
  async (
    { bot, account, signal }: PeopleCaller<Bot>,
    words: PeopleSelection & { sort?: string | undefined },
  ): Promise<PeopleQuery> =>
    parsePeopleQuery(words, await loadReportSettings(deps, bot, account?.time_zone, signal), signal);

/** Columns without those whose values the account may not see: a shared view may name some. */
const visibleColumns = (permissions: Permissions, columns: readonly PeopleColumn[]): readonly PeopleColumn[] =>
  columns.filter((column) => missingKey(permissions, keysOfColumn(column)) === undefined);

/** The list of a bot's users. */
export function registerPeople<Bot extends ReportBot>(http: Http<Bot>, deps: PeopleRoutesDeps<Bot>): void {
  const reading = { store: deps.store, now: deps.now ?? Date.now };
  const readSelection = selectionReader(deps);

  http.on(api.listUsers, async ({ query: words, ...call }) => {
    const view = parsePeopleView(words);
    const query = await readSelection({ ...call, bot: permitted(call.bot) }, words);
    return listPeople(reading, query, { ...view, columns: visibleColumns(permitted(call.permissions), view.columns) });
  });
  http.on(api.countUsers, async ({ query: words, ...call }) =>
    countPeople(reading, await readSelection({ ...call, bot: permitted(call.bot) }, words)),
  );

  for (const format of ['csv', 'ndjson'] as const satisfies readonly PeopleFormat[]) {
    const shows = { keys: keysOfUsersFile[`users.${format}`], query: FileWords };
    http.download(
      `/bots/:key/users.${format}`,
      'section.users.export',
      shows,
      async ({ query: words, reply, ...call }) => {
        const columns = visibleColumns(call.permissions, parseColumns(words.columns));
        const people = await readSelection(call, words);
        const after = Number(words.after ?? 0);
        const ids = words.ids?.split(',').map(Number);
        if (ids !== undefined && ids.length > mostExportedIds) throw new AppError('InvalidField', { field: 'ids' });
        const chunks =
          ids === undefined
            ? eachPeople(reading, people, columns, after)
            : somePeople(
                reading,
                people,
                columns,
                ids.filter((id) => id > after),
              );
        // A selection that cannot be read must be an error, and not half a file.
        const first = await chunks.next();
        await deps.record(call, 'exported', { what: 'users' });
        reply.header('content-type', `${format === 'csv' ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`);
        reply.header('content-disposition', `attachment; filename="users.${format}"`);
        const all = begunWith(first, chunks);
        await reply.send(format === 'csv' ? peopleCsv(columns, all) : peopleNdjson(all));
      },
    );
  }
}

async function* begunWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
