import type { RowRejectionReason, UploadField } from '@botscope/contract';
import { senderTime } from '../../events/normalize/resolve-timestamps.ts';
import { hourMs } from '../../platform/time-units.ts';
import { text } from '../../telegram/json.ts';

/** A user of the bot, as a line of a list describes them. */
export interface ImportedUser {
  userId: number;
  firstName: string;
  lastName: string;
  username: string;
  language: string;
  isPremium: boolean;
  source: string;
  /** Unix ms; null where the list does not say. */
  addedAt: number | null;
  hasLeft: boolean;
  leftAt: number | null;
}

export type UserMapping = Readonly<Partial<Record<UploadField, string>>>;

const nameLength = 256;
/** Telegram's ids have at most 52 bits. */
const largestId = 2 ** 52;

/** Reads one row; null for an empty one. `now`, Unix ms: dates after it are no dates. */
export function readUser(
  row: ReadonlyMap<string, unknown>,
  mapping: UserMapping,
  now: number,
): ImportedUser | { refused: RowRejectionReason } | null {
  const getField = (field: UploadField): unknown => {
    const column = mapping[field];
    return column === undefined ? undefined : row.get(column);
  };
  if ([...row.values()].every(isEmpty)) return null;
  const id = getField('user_id');
  if (isEmpty(id)) return { refused: 'MissingUserId' };
  const userId = readId(id);
  if (userId === null) return { refused: 'BadUserId' };
  const addedAt = readUploadDate(getField('date_added'), now);
  const status = readStatus(getField('status'), mapping.status ?? '', now);
  const leftAt = readUploadDate(getField('date_left'), now) ?? status.leftAt;
  if (addedAt === undefined || leftAt === undefined) return { refused: 'BadDate' };
  return {
    userId,
    firstName: words(getField('first_name')),
    lastName: words(getField('last_name')),
    username: words(getField('username')).replace(/^(?:https?:\/\/)?(?:t\.me\/|@)/i, ''),
    language: text(getField('language_code'), 16).trim().toLowerCase(),
    isPremium: isYes(getField('is_premium')),
    source: text(getField('source'), 512).trim(),
    addedAt,
    hasLeft: leftAt !== null || status.hasLeft,
    leftAt,
  };
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || toText(value) === '';

/** Text of a cell; '' for JSON that has no text: a list nested 5,000 levels deep, `{"toString": 1}`. */
function toText(value: unknown): string {
  try {
    return String(value ?? '').trim();
  } catch {
    return '';
  }
}

const words = (value: unknown): string => text(value, nameLength).trim();

/** Spreadsheets write `123456.0`, and long numbers as `1.23457E+11`: those have lost digits, and are refused. */
function readId(value: unknown): number | null {
  const match = /^\+?(\d{1,16})(?:\.0+)?$/.exec(toText(value));
  const id = Number(match?.[1] ?? 0);
  return id > 0 && id < largestId ? id : null;
}

const yes = /^(?:1|true|t|yes|y|да|\+)$/i;
const no = /^(?:0|false|f|no|n|нет)$/i;
const unknownPattern = /^(?:-|null|none|n\/a|\\N)?$/i;
const leavingPattern =
  /block|kick|\bban|left|leave|gone|delet|deactiv|inactiv|unsub|stop|dead|not[ _-]?active|заблок|отпис|удал|неактив|ушёл|ушел/i;

const isYes = (value: unknown): boolean => yes.test(toText(value));

/**
 * Reads a column about a user's state. `blocked = 1` and `active = 0` say the same, and so does a date under "blocked";
 * words count if they mean leaving; a number under any other name is Telegram's habit: 1 = live.
 */
function readStatus(value: unknown, column: string, now: number): { hasLeft: boolean; leftAt: number | null } {
  const word = toText(value);
  const saysLeft = leavingPattern.test(column);
  if (unknownPattern.test(word)) return { hasLeft: false, leftAt: null };
  if (yes.test(word)) return { hasLeft: saysLeft, leftAt: null };
  if (no.test(word)) return { hasLeft: !saysLeft, leftAt: null };
  if (saysLeft) {
    const leftAt = readUploadDate(value, now) ?? null;
    if (leftAt !== null) return { hasLeft: true, leftAt };
  }
  return { hasLeft: leavingPattern.test(word) || /^\d+$/.test(word), leftAt: null };
}

/** `2024-03-01`, `2024-03-01 10:20`, `2024/03/01T10:20:30.5` */
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?)?$/;
/** `01.03.2024`, `1.3.2024 10:20`; with strokes the month may come first, so that form is not read. */
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d))?)?$/;

/**
 * A date as exports write it, in Unix ms. Without a zone it is UTC; a day alone is its noon, which lies within that day
 * almost everywhere.
 * @returns null where there is none, undefined for what is no date, lies before 2013 or after `now`.
 */
export function readUploadDate(value: unknown, now: number): number | null | undefined {
  if (value === undefined || value === null) return null;
  const input = typeof value === 'string' ? value.trim() : value;
  if (input === '' || input === '-' || input === 'null' || input === 'NULL' || input === 'None') return null;
  const time = senderTime(input, now) ?? (typeof input === 'string' ? parseLocal(input) : null);
  return time === null || senderTime(time, now) === null || time > now ? undefined : time;
}

function parseLocal(text: string): number | null {
  const iso = yearFirst.exec(text);
  const [, year, month, day, hours, minutes, seconds] = iso ?? reorder(dayFirst.exec(text)) ?? [];
  if (year === undefined) return null;
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // 31 February rolls over into March: no such day was meant.
  if (new Date(start).getUTCDate() !== Number(day)) return null;
  if (hours === undefined) return start + 12 * hourMs;
  const ofDay = Number(hours) * hourMs + Number(minutes) * 60_000 + Number(seconds ?? 0) * 1_000;
  return Number(hours) < 24 && Number(minutes) < 60 ? start + ofDay : null;
}

function reorder(match: RegExpExecArray | null): (string | undefined)[] | null {
  if (match === null) return null;
  const [fullMatch, day, month, year, ...clock] = match;
  return [fullMatch, year, month, day, ...clock];
}
