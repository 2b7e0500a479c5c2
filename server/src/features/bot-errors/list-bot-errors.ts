import type { BotError, BotErrorKind, BotErrorReason } from '@botscope/contract';
import { type ExpressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Filter for lines of the log; absent fields do not narrow it. */
export interface BotErrorFilter {
  kind?: BotErrorKind | undefined;
  code?: number | undefined;
  method?: string | undefined;
  /** Words, all of which must occur in the text. */
  search?: string | undefined;
  /** Examples of updates, which have names and words of users, are left out and not searched. */
  hidesUpdates?: boolean | undefined;
  /** `id` of the last line of the page before. */
  after?: number | undefined;
}

export interface BotErrorPage {
  lines: BotError[];
  /** Number of lines that match the filter, over all pages. */
  total: number;
  /** Codes and methods that occur in the whole log, so that a filter can be changed for another. */
  codes: number[];
  methods: string[];
}

const pageSize = 100;
const maxWords = 10;

/** One page of a bot's log, the newest first. */
export async function listBotErrors(
  db: Kysely<Tables>,
  bot: string,
  filter: BotErrorFilter = {},
): Promise<BotErrorPage> {
  const ofBot = db.selectFrom('bot_errors').where('bot_key', '=', bot);
  const matching = ofBot.where((eb) => eb.and(conditions(eb, filter)));
  const page =
    filter.after === undefined
      ? matching
      : matching.where(
          sql<SqlBool>`(last_at, id) < (SELECT last_at, id FROM bot_errors WHERE id = ${filter.after} AND bot_key = ${bot})`,
        );
  const [rows, countRow, codes, methods] = await Promise.all([
    page.selectAll().orderBy('last_at', 'desc').orderBy('id', 'desc').limit(pageSize).execute(),
    matching.select(({ fn }) => fn.countAll<number | string>().as('count')).executeTakeFirst(),
    ofBot.select('code').distinct().orderBy('code').execute(),
    ofBot.select('method').distinct().where('method', '!=', '').orderBy('method').execute(),
  ]);
  return {
    lines: rows.map((row) => presentError(filter.hidesUpdates && row.kind === 'update' ? { ...row, text: '' } : row)),
    total: Number(countRow?.count ?? 0),
    codes: codes.map(({ code }) => code),
    methods: methods.map(({ method }) => method),
  };
}

function conditions(eb: ExpressionBuilder<Tables, 'bot_errors'>, filter: BotErrorFilter) {
  const { kind, code, method, search, hidesUpdates } = filter;
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '');
  return [
    ...(kind === undefined ? [] : [eb('kind', '=', kind)]),
    ...(code === undefined ? [] : [eb('code', '=', code)]),
    ...(method === undefined ? [] : [eb('method', '=', method)]),
    ...(words.length > 0 && hidesUpdates ? [eb('kind', '!=', 'update')] : []),
    ...words.slice(0, maxWords).map((word) => eb('text', 'ilike', `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)),
  ];
}

function presentError(row: Selectable<Tables['bot_errors']>): BotError {
  return {
    id: Number(row.id),
    time: new Date(row.last_at).toISOString(),
    first_time: new Date(row.first_at).toISOString(),
    // Only the writer in this folder fills these columns, from the same lists.
    kind: row.kind as BotErrorKind,
    code: row.code,
    method: row.method,
    reason: row.reason as BotErrorReason,
    text: row.text,
    count: row.count,
  };
}
