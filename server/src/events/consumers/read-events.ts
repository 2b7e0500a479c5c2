import { dayMs } from '../../platform/time-units.ts';
import type { Parameter } from '../store/event-store.ts';
import { type Look, planLook } from './plan-look.ts';

/** Columns of every event that is read. */
export interface Received {
  event_id: string;
  received_ms: number;
}

/** Events that a consumer reads. The SQL may name the parameters `look_day`, `look_since` and `look_from` (see `lookMoment`). */
export interface EventSelection<Row extends Received> {
  /** Earlier events are not read, Unix ms. */
  activeSince: number;
  /** Further columns, as SQL. */
  columns: string;
  /** Condition of few columns, by which rows are found (PREWHERE), as SQL. */
  content: string;
  /** Condition of `columns`, as SQL. */
  matches: string;
  /** Runs the statement of a page. */
  query(page: EventPage): Promise<Row[]>;
}

export interface EventPage {
  sql: string;
  params: Record<string, Parameter>;
  look: Look;
}

const defaultRowsOfPage = 5_000;
/** Days by which an event's own day may be earlier: Telegram keeps updates that a bot does not take for a day. */
const daysBefore = 2;

/** SQL of a moment that is a parameter in Unix ms. */
export const lookMoment = (name: string): string => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

/**
 * Events in the order of their receipt, of those received since a moment and before another one that happened since a
 * third. `look_day` bounds the rows to be searched: they are in the order of the days of Telegram's date. Users from uploaded
 * lists did nothing.
 */
const eventPageSql = ({
  columns,
  content,
  matches,
}: Pick<EventSelection<Received>, 'columns' | 'content' | 'matches'>) => `
SELECT * FROM (
  SELECT toString(events.id) AS event_id, toUnixTimestamp64Milli(received_at) AS received_ms, ${columns}
  FROM events FINAL
  PREWHERE ${content}
  WHERE bot = {bot:String} AND partition_key >= {look_day:UInt32} AND kind != 'imported'
    AND time >= ${lookMoment('look_since')}
    AND received_at >= ${lookMoment('look_from')} AND received_at < ${lookMoment('look_until')}
    AND (received_at, events.id) > (${lookMoment('after_ms')}, toUInt64({after_id:String}))
)
WHERE ${matches}
ORDER BY received_ms, toUInt64(event_id)
LIMIT {look_limit:UInt32}`;

/**
 * Yields events page by page, and moves on when the caller asks for the page after: a caller that fails reads the page
 * again. Ends early when `advance` returns false.
 */
export async function* readEvents<Row extends Received>(
  selection: EventSelection<Row>,
  position: {
    readUntil: number | null;
    isDeep: boolean;
    /** Unix ms. */
    now: number;
    /** See `planLook`. */
    setForwardMs: number;
    rowsOfPage: number | undefined;
    advance(readUntil: number, isEnd: boolean): Promise<boolean>;
  },
): AsyncGenerator<Row[]> {
  const { readUntil, now, rowsOfPage = defaultRowsOfPage, advance } = position;
  const look = planLook({ ...position, activeSince: selection.activeSince });
  const sql = eventPageSql(selection);
  const look_day = Math.max(0, Math.floor(look.since / dayMs) - daysBefore);
  let after = { ms: 0, id: '0' };
  for (;;) {
    const params = {
      ...{ look_since: look.since, look_from: look.from, look_until: look.until, look_limit: rowsOfPage, look_day },
      ...{ after_ms: after.ms, after_id: after.id },
    };
    const rows = await selection.query({ sql, params, look });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsOfPage) break;
    after = { ms: last.received_ms, id: last.event_id };
    // A long history is not read from its start again, nor is the claim lost on the way.
    if (!(await advance(Math.max(readUntil ?? 0, Math.min(last.received_ms, now)), false))) return;
  }
  await advance(now, true);
}
