import type { PersonHead, PersonSource } from '@botscope/contract';
import type { AttributionModel } from '../../../analytics/query/attribution.sql.ts';
import type { FilterSql } from '../../../analytics/query/filter-sql.ts';
import { rollupOf } from '../../../analytics/query/rollup-of.ts';
import { runQuery } from '../../../analytics/query/run-query.ts';
import { type Sources, scope } from '../../../analytics/query/scope.ts';
import { quarterHourMs } from '../../../events/rollups/read/activity-runs.ts';
import type { EventStore, Parameter } from '../../../events/store/event-store.ts';
import { AppError } from '../../../platform/errors.ts';
import { dayMs, minuteMs } from '../../../platform/time-units.ts';
import { child, isObject } from '../../../telegram/json.ts';
import { parseContent } from '../parse/content.ts';
import { parsePayload } from '../parse/items.ts';
import { isoOf } from '../parse/version.ts';
import { launchesSql, locationSql, paymentsSql, profileSql, sessionsSql, sourcesSql, statusSql } from './head.sql.ts';

export interface HeadQuestion {
  store: Pick<EventStore, 'query' | 'rollup'>;
  bot: string;
  person: number;
  sessionGapMinutes: number;
  now: number;
  signal?: AbortSignal | undefined;
}

type ProfileRow = Pick<PersonHead, 'first_name' | 'last_name' | 'username' | 'language' | 'is_premium' | 'gender'> & {
  first_ms: number;
  last_ms: number;
};

interface LocationRow {
  at_ms: number;
  kind: string;
  payload: string;
  country: string;
}

const onlyThem = 'user_id = {filter_person:Int64}';

/**
 * Who a person is and what they have done, by the statements of the reports with one person as the filter, so that the
 * numbers agree. @throws AppError NotFound for who never contacted the bot, and as `runQuery` does
 */
export async function loadHead({
  store,
  bot,
  person,
  sessionGapMinutes,
  now,
  signal,
}: HeadQuestion): Promise<PersonHead> {
  const rollup = await rollupOf(store, bot, signal);
  const filter: FilterSql = {
    ofPeopleRow: onlyThem,
    ofPerson: onlyThem,
    ofAction: onlyThem,
    params: { filter_person: person },
  };
  // Whole quarters of an hour, so that rolled-up rows may be read; events may be dated a day ahead.
  const end = Math.ceil((now + dayMs) / quarterHourMs) * quarterHourMs;
  const all = scope(bot, 0, end, filter, rollup);
  const ask = <Row extends object>(write: (from: Sources) => string, params?: Readonly<Record<string, Parameter>>) =>
    runQuery<Row>(store, all.statement(write, params), { tag: `person/${bot}`, signal });

  const gap = { session_gap: sessionGapMinutes * minuteMs, session_gap_minutes: sessionGapMinutes };
  const [[profile], [status], [sessions], [launches], payments, [location], sources] = await Promise.all([
    ask<ProfileRow>(profileSql),
    ask<{ left_ms: number; returned_ms: number }>(statusSql),
    ask<{ sessions: number; actions: number }>(sessionsSql, gap),
    ask<{ launches: number }>(launchesSql),
    ask<{ currency: string; amount: number; payments: number }>(paymentsSql),
    ask<LocationRow>(locationSql),
    ask<{ model: AttributionModel; value: string }>(sourcesSql(rollup)),
  ]);
  if (profile === undefined) throw new AppError('NotFound', { field: 'user_id' });
  const sourceOf = (model: AttributionModel) => parseSource(sources.find((row) => row.model === model)?.value ?? '');
  const { first_ms, last_ms, ...who } = profile;
  const { left_ms = 0, returned_ms = 0 } = status ?? {};
  return {
    user_id: person,
    ...who,
    location: location === undefined ? null : parseLocation(location),
    status: left_ms > returned_ms ? 'left' : 'live',
    status_since: isoOf(Math.max(left_ms, returned_ms) || first_ms),
    first_time: isoOf(first_ms),
    last_time: isoOf(last_ms),
    sources: {
      first: sourceOf('first'),
      last: sourceOf('last'),
      last_significant: sourceOf('last_significant'),
    },
    actions: sessions?.actions ?? 0,
    sessions: sessions?.sessions ?? 0,
    launches: launches?.launches ?? 0,
    payments: payments.reduce((sum, row) => sum + row.payments, 0),
    income: payments.map(({ currency, amount }) => ({ currency, amount })),
  };
}

/** What `sourceSql` writes: `["ads", {"source": "ads"}]`. */
function parseSource(value: string): PersonSource {
  const direct = { source: '', params: {} };
  if (value === '') return direct;
  const parsed: unknown = JSON.parse(value);
  if (!Array.isArray(parsed)) return direct;
  const [source, params] = parsed;
  const pairs = isObject(params) ? Object.entries(params).map(([name, text]) => [name, String(text)]) : [];
  return { source: String(source), params: Object.fromEntries(pairs) };
}

function parseLocation({ at_ms, kind, payload, country }: LocationRow): PersonHead['location'] {
  const content = parseContent(child(parsePayload(payload), kind));
  if (content?.kind !== 'location' && content?.kind !== 'venue') return null;
  return { latitude: content.latitude, longitude: content.longitude, country, at: isoOf(at_ms) };
}
