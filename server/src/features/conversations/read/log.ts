import type { LogEvent, LogKind } from '@botscope/contract';
import { AppError } from '../../../platform/errors.ts';
import { toIso } from '../parse/version.ts';
import { ask, type HistoryRow, type HistoryScope, newest, readRows } from './history.ts';
import { cursorOf, type Position } from './position.ts';
import { logConditions } from './which-events.sql.ts';

/** Every event of a user, the newest first. @throws as `runQuery` does */
export async function readLog(
  reading: HistoryScope,
  { kind, before, limit }: { kind: LogKind | undefined; before: Position | undefined; limit: number },
): Promise<{ events: LogEvent[]; before: string | null }> {
  const content = kind === undefined ? 'true' : logConditions[kind];
  const { rows, isEnd } = await readRows(reading, 'before', {
    content,
    from: before ?? newest(reading.now),
    most: limit,
  });
  const last = rows.at(-1);
  return { events: rows.map(presentEvent), before: isEnd || last === undefined ? null : cursorOf(last) };
}

export function presentEvent(row: HistoryRow): LogEvent {
  const { id, kind, type, name, direction: way, chat_type, chat_id, text, membership, code, amount, currency } = row;
  return {
    id,
    cursor: cursorOf(row),
    at: toIso(row.at_ms),
    kind,
    type,
    name,
    way,
    chat_type,
    chat_id,
    text,
    membership,
    code,
    amount,
    currency,
  };
}

/** The payload of one event of the user. @throws AppError NotFound */
export async function readEvent(
  reading: HistoryScope,
  { time, id }: Position,
): Promise<{ payload: string; kind: string }> {
  const [row] = await ask<{ payload: string; kind: string }>(
    reading,
    { start: time, end: time + 1 },
    (from) => `SELECT payload, kind FROM ${from.eventsWith('user_id = {user:Int64} AND events.id = {event:UInt64}')}`,
    { event: id },
  );
  if (row === undefined) throw new AppError('NotFound', { field: 'event' });
  return row;
}
