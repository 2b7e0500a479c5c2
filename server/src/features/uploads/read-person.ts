import type { RowRejectionReason, UploadField } from '@botscope/contract';
import { text } from '../../telegram/json.ts';
import { readUploadDate } from './read-date.ts';

/** A user of the bot, as a line of a list describes them. */
export interface ImportedPerson {
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

export type PersonMapping = Readonly<Partial<Record<UploadField, string>>>;

const nameLength = 256;
/** Telegram's ids have at most 52 bits. */
const largestId = 2 ** 52;

/** Reads one row; null for an empty one. `now`, Unix ms: dates after it are no dates. */
export function readPerson(
  row: ReadonlyMap<string, unknown>,
  mapping: PersonMapping,
  now: number,
): ImportedPerson | { refused: RowRejectionReason } | null {
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
