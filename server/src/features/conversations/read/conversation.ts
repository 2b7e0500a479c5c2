import type { ConversationItem, ConversationPage } from '@botscope/contract';
import type { Sources } from '../../../analytics/query/scope.ts';
import { dayMs } from '../../../platform/time-units.ts';
import { child, integer } from '../../../telegram/json.ts';
import { applyChanges, type ChangeRow } from '../parse/changes.ts';
import { parsePayload, toItems } from '../parse/items.ts';
import { ask, type FullRow, type HistoryRow, type HistoryScope, newest, readPayloads, readRows } from './history.ts';
import { beforeMoment, cursorOf, type Position, parseCursor } from './position.ts';
import { isChange, isLine } from './which-events.sql.ts';

/** A number, or the text of one: clients that send forms write numbers so. */
const numberAt = (path: string): string => `toInt64OrZero(trim(BOTH '"' FROM JSONExtractRaw(payload, ${path})))`;

/** The messages that an event is about. */
const messages = `multiIf(
    kind = 'callback_query', [JSONExtractInt(payload, 'callback_query', 'message', 'message_id')],
    kind != 'call', [JSONExtractInt(payload, toString(kind), 'message_id')],
    name = 'deleteMessages', JSONExtract(
      if(JSONType(payload, 'params', 'message_ids') = 'String',
        JSONExtractString(payload, 'params', 'message_ids'), JSONExtractRaw(payload, 'params', 'message_ids')),
      'Array(Int64)'),
    [${numberAt("'params', 'message_id'")}])`;

/** Events of the statement's period that change one of the messages {messages}, the newest first. */
const changesSql = (from: Sources): string => `
SELECT
  toString(events.id) AS id, toUnixTimestamp64Milli(time) AS at_ms, kind, name, payload,
  arrayFilter(one -> has({messages:Array(Int64)}, one), ${messages}) AS messages
FROM ${from.eventsWith(`user_id = {user:Int64} AND ${isChange}`)} AND notEmpty(messages)
ORDER BY time DESC, events.id DESC
LIMIT {most:UInt32}`;

/** Selects those of {messages} that were recorded themselves, on the days {keys} on which Telegram dates them. */
const recordedSql = (from: Sources): string => `
SELECT DISTINCT JSONExtractInt(payload, 'message', 'message_id') AS message
FROM ${from.eventsWith(
  "user_id = {user:Int64} AND partition_key IN {keys:Array(UInt32)} AND kind = 'message' AND chat_offset = 0",
)} AND message IN {messages:Array(Int64)}`;

/**
 * Days after the page's last message up to which edits, presses, reactions and deletions are read, from its first one
 * on. A user can edit for two days and a bot delete for two; later presses of old buttons are lines of their own.
 */
const changesDays = 7;
const maxChanges = 500;
/** Edited messages are looked up by the day on which they were sent. */
const secondsOfDay = 86_400;

/** Position of a page; cursors and moments as the request has them. */
export interface PagePlace {
  before?: string | undefined;
  after?: string | undefined;
  around?: string | undefined;
}

/** A page of the conversation. @throws AppError InvalidField, and as `runQuery` does */
export async function readConversation(
  reading: HistoryScope,
  place: PagePlace,
  limit: number,
): Promise<Omit<ConversationPage, 'outgoing'>> {
  const { rows, before, after } = await rowsAt(reading, place, limit);
  const payloads = await readPayloads(reading, rows);
  const fullRows = rows.map((row) => ({ ...row, payload: payloads.get(row.id) ?? '' }));
  const shownRows = await withoutKnownEdits(reading, fullRows);
  const items = inOrder(shownRows.flatMap(toItems));
  const changes = await readChanges(reading, items);
  return { items: applyChanges(items, changes), before, after };
}

interface Rows {
  /** The oldest first. */
  rows: HistoryRow[];
  before: string | null;
  after: string | null;
}

async function rowsAt(reading: HistoryScope, { before, after, around }: PagePlace, limit: number): Promise<Rows> {
  const read = (way: 'before' | 'after', from: Position, maxRows: number) =>
    readRows(reading, way, { content: isLine, from, most: maxRows });
  if (around !== undefined) {
    const halfLimit = Math.ceil(limit / 2);
    const position = /^-?\d+$/.test(around) ? beforeMoment(Number(around)) : parseCursor(around, 'around');
    // The message itself is among the later ones.
    const from = { time: position.time, id: position.id > 0n ? position.id - 1n : 0n };
    const [earlier, laterPage] = await Promise.all([
      read('before', position, halfLimit),
      read('after', from, halfLimit),
    ]);
    const rows = [...earlier.rows.reverse(), ...laterPage.rows];
    return { rows, before: edgeCursor(rows.at(0), earlier.isEnd), after: edgeCursor(rows.at(-1), laterPage.isEnd) };
  }
  if (after !== undefined) {
    const laterPage = await read('after', parseCursor(after, 'after'), limit);
    return { rows: laterPage.rows, before: null, after: edgeCursor(laterPage.rows.at(-1), laterPage.isEnd) };
  }
  const from = before === undefined ? newest(reading.now) : parseCursor(before, 'before');
  const { rows, isEnd } = await read('before', from, limit);
  return { rows: rows.reverse(), before: edgeCursor(rows.at(0), isEnd), after: null };
}

const edgeCursor = (row: HistoryRow | undefined, isEnd: boolean): string | null =>
  isEnd || row === undefined ? null : cursorOf(row);

/**
 * Without the edits whose message was recorded: they are versions of it, on whatever page it is. An edit names the day
 * on which its message was sent, so this reads no more than those days.
 */
async function withoutKnownEdits(reading: HistoryScope, rows: readonly FullRow[]): Promise<FullRow[]> {
  const edits = new Map<string, { message: number; day: number }>();
  for (const row of rows) {
    if (row.kind !== 'edited_message') continue;
    const { message_id: message, date } = child(parsePayload(row.payload), row.kind);
    edits.set(row.id, { message: integer(message), day: Math.floor(integer(date) / secondsOfDay) });
  }
  if (edits.size === 0) return [...rows];
  const editTargets = [...edits.values()];
  const recordedRows = await ask<{ message: number }>(
    reading,
    { start: 0, end: newest(reading.now).time },
    recordedSql,
    {
      keys: [...new Set(editTargets.map(({ day }) => Math.max(0, day)))],
      messages: editTargets.map(({ message }) => message),
    },
  );
  const recordedMessages = new Set(recordedRows.map(({ message }) => message));
  const seenMessages = new Set<number>();
  return rows.filter(({ id }) => {
    const message = edits.get(id)?.message;
    if (message === undefined) return true;
    // The first of several edits stands for the message; the others are its versions.
    const isShown = !recordedMessages.has(message) && !seenMessages.has(message);
    seenMessages.add(message);
    return isShown;
  });
}

async function readChanges(reading: HistoryScope, items: readonly ConversationItem[]): Promise<ChangeRow[]> {
  const messages = items.filter((item) => item.type === 'message' && item.message_id > 0);
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) return [];
  const stretch = { start: Date.parse(first.at), end: Date.parse(last.at) + changesDays * dayMs };
  const numbers = messages.map((item) => item.message_id);
  const rows = await ask<ChangeRow>(reading, stretch, changesSql, { messages: numbers, most: maxChanges });
  return rows.reverse();
}

/** Messages of one moment are in Telegram's order. */
const inOrder = (items: readonly ConversationItem[]): ConversationItem[] =>
  items.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at) || one.message_id - other.message_id);
