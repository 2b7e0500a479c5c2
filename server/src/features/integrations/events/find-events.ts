import { currencyDecimals, type IntegrationSelection, type StoredEventType } from '@botscope/contract';
import { loadRollup } from '../../../analytics/query/load-rollup.ts';
import { runQuery } from '../../../analytics/query/run-query.ts';
import { scope } from '../../../analytics/query/scope.ts';
import { type Bindings, createBindings } from '../../../analytics/query/segments/segment-context.ts';
import { triggerCondition } from '../../../analytics/query/segments/trigger-condition.ts';
import type { CountedTarget, ReportSettings } from '../../../analytics/reports/report.ts';
import type { EventSelection, Received } from '../../../events/consumers/read-events.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import { dayMs } from '../../../platform/time-units.ts';
import { firstAnonymous } from '../../erased-users/erased-users.ts';
import { type StoredEvent, type StoredRow, storedEvents } from './stored-events.ts';

/** An event that was found, with everything that is known of it; what is sent of it is chosen for each integration. */
export interface FoundEvent {
  type: StoredEventType;
  /** Unique among the events of a bot. */
  key: string;
  userId: number;
  /** Unix ms. */
  at: number;
  data: Record<string, unknown>;
  /** Of a conversion. */
  targetId: number | null;
  /** By which names are chosen: of commands, buttons and events of pages. */
  name: string | null;
  amount: number | null;
}

interface Sought extends StoredEvent {
  type: StoredEventType;
  targetId: number | null;
}

const named = new Set<StoredEventType>(['command.sent', 'button.pressed', 'app.event', 'site.event']);
const amounts = new Set<StoredEventType>(['payment.succeeded', 'payment.refunded']);

/** A selection of events of the store that are of some types, with a reader of its rows; null if there are none. */
export async function seekEvents(
  store: Pick<EventStore, 'query' | 'rollup'>,
  settings: ReportSettings,
  types: ReadonlySet<string>,
  targetIds: ReadonlySet<number> | 'all',
  activeSince: number,
): Promise<{ selection: EventSelection<StoredRow & Received>; read(rows: readonly StoredRow[]): FoundEvent[] } | null> {
  const { bot } = settings;
  const bindings = createBindings('event');
  const sought = listSought(settings, bindings, types, targetIds);
  if (sought.length === 0) return null;
  const rollup = await loadRollup(store, bot);
  return {
    selection: {
      activeSince,
      ...eventSql(sought),
      query({ sql, params, look }) {
        const all = { ...bindings.params, ...params };
        const statement = scope(bot, look.from, look.until, undefined, rollup).statement(() => sql, all);
        return runQuery(store, statement, { tag: `integrations/${bot}` });
      },
    },
    read: (rows) => rows.flatMap((row) => readRow(sought, row)),
  };
}

/** What to look for, by type and target. */
function listSought(
  settings: ReportSettings,
  bindings: Bindings,
  types: ReadonlySet<string>,
  targetIds: ReadonlySet<number> | 'all',
): Sought[] {
  const sought: Sought[] = Object.entries(storedEvents)
    .filter(([type]) => types.has(type))
    .map(([type, event]) => ({ ...event, type: type as StoredEventType, targetId: null }));
  if (types.has('conversion.reached')) {
    for (const target of settings.targets) {
      if (targetIds !== 'all' && !targetIds.has(target.id)) continue;
      const condition = triggerCondition({ kind: 'target', target_id: target.id }, bindings, settings);
      sought.push({ ...condition, type: 'conversion.reached', targetId: target.id, ...conversionOf(target) });
    }
  }
  return sought;
}

/** Counts the events of a selection in a time, and their users; reads the newest of them. The rules of a segment are not asked. */
export async function countEvents(
  store: Pick<EventStore, 'query' | 'rollup'>,
  settings: ReportSettings,
  selection: IntegrationSelection,
  from: number,
  until: number,
): Promise<{ count: number; users: number; newest: FoundEvent | null }> {
  const { bot } = settings;
  const { types, targets, names, min_amount } = selection;
  const bindings = createBindings('event');
  const chosen = names.length === 0 ? 'true' : `name IN ${bindings.bind([...names], 'Array(String)')}`;
  const sought = listSought(settings, bindings, new Set(types), targets.length === 0 ? 'all' : new Set(targets)).map(
    (each) => ({
      ...each,
      exact: `(${each.exact})${named.has(each.type) ? ` AND ${chosen}` : ''}${amounts.has(each.type) ? ` AND abs(amount) >= ${min_amount}` : ''}`,
    }),
  );
  if (sought.length === 0) return { count: 0, users: 0, newest: null };
  const rollup = await loadRollup(store, bot);
  const { columns, content, matches } = eventSql(sought);
  const rows = (what: string): string => `
${what} FROM (
  SELECT toString(events.id) AS event_id, toUnixTimestamp64Milli(received_at) AS received_ms, ${columns}
  FROM events FINAL PREWHERE ${content}
  WHERE bot = {bot:String} AND partition_key >= {look_day:UInt32} AND kind != 'imported'
    AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
) WHERE ${matches}`;
  const params = { ...bindings.params, look_day: Math.max(0, Math.floor(from / dayMs) - 2) };
  const ask = <Row extends object>(sql: string) =>
    runQuery<Row>(
      store,
      scope(bot, from, until, undefined, rollup).statement(() => sql, params),
      {
        tag: `integrations/${bot}`,
      },
    );
  const [counts] = await ask<{ count: number; users: number }>(
    rows('SELECT sum(countEqual(matches, true)) AS count, uniqExactIf(user_id, user_id != 0) AS users'),
  );
  const newest = await ask<StoredRow>(`${rows('SELECT *')} ORDER BY time_ms DESC LIMIT 1`);
  return {
    ...{ count: counts?.count ?? 0, users: counts?.users ?? 0 },
    newest: newest.flatMap((row) => readRow(sought, row))[0] ?? null,
  };
}

function eventSql(sought: readonly Sought[]) {
  const withPayload = sought.filter(({ needsPayload }) => needsPayload).map(({ content }) => `(${content})`);
  return {
    columns: `user_id, toUnixTimestamp64Milli(time) AS time_ms, kind, type, name,
    if(text = '', long_text, text) AS text, start_payload, params, source, amount, currency,
    if(charge_id = '', event_id, charge_id) AS charge,
    is_start AND (user_id, time) IN (
      SELECT user_id, min(first_time) FROM users WHERE bot = {bot:String} AND user_id != 0 AND user_id IN (
        SELECT user_id FROM events PREWHERE is_start
        WHERE bot = {bot:String} AND partition_key >= {look_day:UInt32}
      ) GROUP BY user_id
    ) AS is_first,
    ${withPayload.length === 0 ? "''" : `if(${withPayload.join(' OR ')}, payload, '')`} AS payload,
    [${sought.map(({ exact }) => `toBool(${exact})`).join(', ')}] AS matches`,
    // What anonymised users did is nobody's any more.
    content: `(${sought.map(({ content }) => `(${content})`).join(' OR ')}) AND user_id < ${firstAnonymous}`,
    matches: 'has(matches, true)',
  };
}

function readRow(sought: readonly Sought[], row: StoredRow): FoundEvent[] {
  return sought.flatMap((each, index) => {
    if (!row.matches[index]) return [];
    const once = each.onceKey?.(row) ?? row.event_id;
    return {
      type: each.type,
      key: each.targetId === null ? `${each.type}:${once}` : `${each.type}:${each.targetId}:${once}`,
      userId: row.user_id,
      at: row.time_ms,
      data: each.data(row),
      targetId: each.targetId,
      name: named.has(each.type) ? row.name : null,
      amount: readAmount(each.data(row)),
    };
  });
}

const readAmount = ({ amount }: Record<string, unknown>): number | null => (typeof amount === 'number' ? amount : null);

/** A conversion has the value that its target says, and is one for a payment that has two events. */
function conversionOf({ id, name, value }: CountedTarget): Pick<StoredEvent, 'data' | 'onceKey'> {
  return {
    onceKey: ({ charge }) => charge,
    data(row) {
      const { amount, currency } =
        value.kind === 'fixed'
          ? value
          : value.kind === 'event' && row.currency !== ''
            ? row
            : { amount: null, currency: '' };
      return {
        target_id: id,
        target_name: name,
        amount,
        currency,
        decimals: currency === '' ? 0 : currencyDecimals(currency),
      };
    },
  };
}
