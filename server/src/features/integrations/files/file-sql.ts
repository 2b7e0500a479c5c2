import type { IntegrationPrivacy } from '@botscope/contract';
import { loadRollup } from '../../../analytics/query/load-rollup.ts';
import { runQuery } from '../../../analytics/query/run-query.ts';
import { type ScopedStatement, type Sources, scope } from '../../../analytics/query/scope.ts';
import type { EventStore, FileFormat } from '../../../events/store/event-store.ts';
import { firstAnonymous } from '../../erased-users/erased-users.ts';
import { storedEvents } from '../events/stored-events.ts';

/** Events that belong to files: what anonymised users did is nobody's any more, and users from uploaded lists did nothing. */
function condition(types: readonly string[]): string {
  const kept = `kind != 'imported' AND user_id < ${firstAnonymous}`;
  if (types.includes('events.file')) return kept;
  const chosen = Object.entries(storedEvents).flatMap(([type, { exact }]) =>
    types.includes(type) ? `(${exact})` : [],
  );
  return `${kept} AND (${chosen.length === 0 ? 'false' : chosen.join(' OR ')})`;
}

export interface FileRows {
  bot: string;
  /** Unix ms, the end exclusive. */
  from: number;
  until: number;
  types: readonly string[];
  privacy: IntegrationPrivacy;
  format: FileFormat;
  /** Users are hashed with it. */
  salt: string;
}

/** Statement of the rows of a file, in the order of time. Columns are the same whatever the privacy settings hide. */
export async function fileStatement(store: Pick<EventStore, 'rollup'>, rows: FileRows): Promise<ScopedStatement> {
  const { bot, from, until, types, privacy, format, salt } = rows;
  const rollup = privacy.names ? await loadRollup(store, bot) : undefined;
  return scope(bot, from, until, undefined, rollup).statement(
    (sources) => `
SELECT ${columns(privacy, format)}
FROM (
  SELECT
    time, user_id AS acting_user, id, kind, type, name, if(text = '', long_text, text) AS words,
    source, params AS parameters, amount AS smallest_units, currency AS money, language AS tongue, is_premium
  FROM ${sources.events} AND ${condition(types)}
) AS rows${privacy.names ? profiles(sources) : ''}
ORDER BY time, acting_user, id`,
    { file_salt: salt },
  );
}

function columns({ user_ids, names, texts }: IntegrationPrivacy, format: FileFormat): string {
  const hash = "lower(substring(hex(SHA256(concat({file_salt:String}, ':', toString(acting_user)))), 1, 32))";
  const none = "CAST(NULL, 'Nullable(String)')";
  return [
    'time',
    user_ids === 'plain' ? 'nullIf(acting_user, 0) AS user_id' : `if(acting_user = 0, NULL, ${hash}) AS user_id`,
    ...(['kind', 'type'] as const),
    // Data of buttons and inline queries are words of bots and users.
    texts ? 'name' : "if(type IN ('button', 'inline'), '', toString(name)) AS name",
    `${texts ? "nullIf(words, '')" : none} AS text`,
    'source',
    format === 'csv'
      ? "toJSONString(CAST(parameters, 'Map(String, String)')) AS params"
      : "CAST(parameters, 'Map(String, String)') AS params",
    "if(money = '', NULL, smallest_units) AS amount",
    "nullIf(toString(money), '') AS currency",
    "nullIf(toString(tongue), '') AS language",
    'is_premium',
    ...(['first_name', 'last_name', 'username'] as const).map(
      (part) => `${names ? `nullIf(known_${part}, '')` : none} AS ${part}`,
    ),
  ].join(', ');
}

/** Names as they are now. */
const profiles = (from: Sources): string => `
LEFT JOIN (
  SELECT user_id AS known_user, tupleElement(last_profile, 'first_name') AS known_first_name,
    tupleElement(last_profile, 'last_name') AS known_last_name, tupleElement(last_profile, 'username') AS known_username
  FROM ${from.allUsers} AND user_id != 0 AND user_id IN (SELECT user_id FROM ${from.events})
) AS profiles ON acting_user = known_user`;

export interface FileCount {
  /** Begin of the hour or day, Unix ms. */
  from: number;
  events: number;
}

/** Counts the events of each hour or day that has some. */
export async function countFiles(
  store: Pick<EventStore, 'query'>,
  { bot, types, from, until, stepMs }: Pick<FileRows, 'bot' | 'types' | 'from' | 'until'> & { stepMs: number },
): Promise<FileCount[]> {
  if (from >= until) return [];
  const statement = scope(bot, from, until).statement(
    (sources) => `
SELECT intDiv(toUnixTimestamp64Milli(time), {step_ms:Int64}) * {step_ms:Int64} AS begin_ms, count() AS events
FROM ${sources.events} AND ${condition(types)}
GROUP BY begin_ms ORDER BY begin_ms`,
    { step_ms: stepMs },
  );
  const rows = await runQuery<{ begin_ms: number; events: number }>(store, statement, { tag: `integrations/${bot}` });
  return rows.map(({ begin_ms, events }) => ({ from: begin_ms, events }));
}

/** Counts the events in files of a time, and their users. */
export async function countFileEvents(
  store: Pick<EventStore, 'query'>,
  bot: string,
  types: readonly string[],
  from: number,
  until: number,
): Promise<{ count: number; users: number }> {
  const statement = scope(bot, from, until).statement(
    (sources) =>
      `SELECT count() AS count, uniqExactIf(user_id, user_id != 0) AS users FROM ${sources.events} AND ${condition(types)}`,
  );
  const [row] = await runQuery<{ count: number; users: number }>(store, statement, { tag: `integrations/${bot}` });
  return row ?? { count: 0, users: 0 };
}
