import {
  type Account,
  api,
  type Held,
  mayRead,
  type OutputOf,
  type ReportPerson,
  type ReportQuery,
} from '@botscope/contract';
import type { FastifyRequest } from 'fastify';
import { startRulesOf } from '../events/normalize/start-rules.ts';
import type { EventStore } from '../events/store/event-store.ts';
import { csvFile } from '../platform/csv.ts';
import { AppError } from '../platform/errors.ts';
import type { Http } from '../platform/http/http.ts';
import { parsePart } from '../platform/http/validate.ts';
import { dataSince } from './reports/data-since.ts';
import { readFilterValues } from './reports/filter-values.ts';
import { readType } from './reports/question.ts';
import type { CountedTarget } from './reports/report.ts';
import { findPeople, type People, pageOfPeople } from './reports/run-people.ts';
import { type ReportQuestion, runReport } from './reports/run-report.ts';

interface AskedBot {
  key: string;
  session_gap_minutes: number;
  callback_max_length: number;
  /** A word of contract's `sourceDeterminations`. */
  source_determination: string;
  start_rules: unknown;
}

interface ReportRoutesDeps<Bot> {
  store: Pick<EventStore, 'query' | 'rollup'>;
  now?: () => number;
  /** The bot that anybody may look at; null where there is none. */
  demoBotKey: string | null;
  /** The bot's approved hidden commands. */
  hiddenCommandsOf: (bot: Bot) => Promise<readonly string[]>;
  /** What counts as a conversion of the bot. */
  targetsOf: (bot: Bot) => Promise<readonly CountedTarget[]>;
  record: (
    call: { account: Account | null; bot: Bot; raw: FastifyRequest },
    action: 'exported',
    detail: { what: 'people'; report: string },
  ) => Promise<void>;
}

/** What a question needs of the call that asks it. */
interface Asked<Bot> {
  bot: Bot;
  held: Held;
  account: Account | null;
  signal: AbortSignal;
}

/** Reports are read in the asking account's zone; a visitor of the demo has none. */
const VISITOR_ZONE = 'UTC';

const peopleOfPage = 50;
const mostPeopleOfPage = 500;
/** The demo bot shows fewer commands than others. */
const mostCommandsOfDemo = 5;

/** So many people are read at a time for a file. */
const peopleOfChunk = 10_000;

export function registerReports<Bot extends AskedBot>(http: Http<Bot>, deps: ReportRoutesDeps<Bot>): void {
  const reports = { store: deps.store, now: deps.now ?? Date.now };

  /** What the bot and the asking account say about any question. */
  const settingsOf = async (bot: Bot, account: Account | null) => ({
    bot: bot.key,
    timeZone: account?.time_zone ?? VISITOR_ZONE,
    sessionGapMinutes: bot.session_gap_minutes,
    hiddenCommands: await deps.hiddenCommandsOf(bot),
    callbackMaxLength: bot.callback_max_length,
    mostCommands: bot.key === deps.demoBotKey ? mostCommandsOfDemo : undefined,
    model: bot.source_determination,
    sourceParameter: sourceParameterOf(bot),
  });

  const questionOf = async (
    { bot, held, account, signal }: Asked<Bot>,
    type: string,
    { model, explain, compare_period: comparePeriod, ...query }: OutputOf<typeof ReportQuery>,
  ): Promise<ReportQuestion> => {
    const known = readType(type);
    if (!mayRead(held, known)) throw new AppError('AccessDenied');
    const settings = await settingsOf(bot, account);
    return {
      ...settings,
      ...query,
      comparePeriod,
      dataSince: await dataSince(reports, bot.key, settings.timeZone, signal),
      type: known,
      model: model ?? settings.model,
      explain: explain === '1',
      targets: await deps.targetsOf(bot),
      signal,
    };
  };

  http.on(api.report, async ({ params, query, ...call }) =>
    runReport(reports, await questionOf(existing(call), params.type_report, query)),
  );

  http.on(api.reportPeople, async ({ params, query: { bucket, line, column, offset, limit, ...query }, ...call }) => {
    const [from, count] = [readCount(offset, 'offset', 0), readCount(limit, 'limit', peopleOfPage)];
    const question = await questionOf(existing(call), params.type_report, query);
    const page = { offset: from, limit: Math.min(count, mostPeopleOfPage) };
    return pageOfPeople(reports, { ...question, bucket, line, column }, page);
  });

  http.download(
    '/reports/:key/:type_report/people.csv',
    'section.users.export',
    async ({ params, query: asked, reply, ...call }) => {
      const { bucket, line, column, ...query } = parsePart(api.reportPeople.query, asked);
      const question = await questionOf(call, String(params.type_report), query);
      const people = await findPeople(reports, { ...question, bucket, line, column });
      await deps.record(call, 'exported', { what: 'people', report: question.type });
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="${question.type}-people.csv"`);
      await reply.send(csvFile(columns, rowsOf(people)));
    },
  );

  http.on(api.filterValues, async ({ query, ...call }) => {
    const { bot, held, account, signal } = existing(call);
    const settings = await settingsOf(bot, account);
    const since = await dataSince(reports, bot.key, settings.timeZone, signal);
    const found = await readFilterValues(reports, { ...settings, ...query, dataSince: since, signal });
    // How many people have a value is what `visitors` by it says: who was given another report alone gets the words.
    return mayRead(held, 'visitors') ? found : { ...found, values: withoutNumbers(found.values) };
  });
}

/** Nor their order by numbers. */
const withoutNumbers = (values: readonly { value: string }[]): { value: string; users: null }[] =>
  values.map(({ value }) => ({ value, users: null })).sort((one, other) => (one.value < other.value ? -1 : 1));

/** In simplified mode the whole payload is both the source and the parameter `none`. */
function sourceParameterOf(bot: { start_rules: unknown }): string {
  const { type, sourceParam } = startRulesOf(bot);
  return type === 'auto' ? 'none' : sourceParam;
}

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
] as const satisfies readonly (keyof ReportPerson)[];

async function* rowsOf({ ids, read }: People): AsyncGenerator<(string | number | boolean)[][]> {
  for (let from = 0; from < ids.length; from += peopleOfChunk) {
    const people = await read(ids.slice(from, from + peopleOfChunk));
    yield people.map((person) => columns.map((column) => person[column]));
  }
}

function readCount(text: string | undefined, field: string, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new AppError('InvalidField', { field });
  return Number(text);
}

/** The access of these routes is a permission, so the edge has found the bot. */
function existing<Bot>(call: Omit<Asked<Bot>, 'bot' | 'held'> & { bot: Bot | null; held: Held | null }): Asked<Bot> {
  const { bot, held, ...rest } = call;
  if (bot === null || held === null) throw new AppError('NotFound');
  return { ...rest, bot, held };
}
