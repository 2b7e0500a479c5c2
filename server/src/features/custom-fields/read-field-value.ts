import { type FieldKind, type FieldValue, longestFieldText, maxFieldItems } from '@botscope/contract';
import { dayMs } from '../../platform/time-units.ts';
import { readFieldDate } from './read-field-date.ts';

/** `WrongFieldType`: no value of this type. `FieldOutOfRange`: one that the field's settings do not allow. */
export type ValueProblem = 'WrongFieldType' | 'FieldOutOfRange';

/** `value` null: the value is removed. */
export type ReadValue = { value: FieldValue | null } | { problem: ValueProblem };

const longestLink = 2_048;
const longestItem = 255;
const wrongType = { problem: 'WrongFieldType' } as const;
const outOfRange = { problem: 'FieldOutOfRange' } as const;

/** Reads what was sent for a field. Null, an empty text and an empty list remove the value. */
export function readFieldValue(kind: FieldKind, input: unknown): ReadValue {
  const isEmpty = typeof input === 'string' ? input.trim() === '' : Array.isArray(input) && input.length === 0;
  if (input === null || isEmpty) return { value: null };
  switch (kind.type) {
    case 'text':
      return readText(input, kind.settings.max_length ?? longestFieldText);
    case 'number':
      return readNumber(input, kind.settings);
    case 'boolean':
      return readBoolean(input);
    case 'date':
      return readDate(input, kind.settings.with_time === true);
    case 'choice':
      return readChoice(input, kind.settings.options);
    case 'list':
      return readList(input, kind.settings.max_items ?? maxFieldItems);
    case 'link':
      return readLink(input);
  }
}

function readText(input: unknown, longest: number): ReadValue {
  if (typeof input !== 'string') return wrongType;
  return input.length > longest ? outOfRange : { value: input.toWellFormed() };
}

const numeral = /^[+-]?\d{1,300}(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?$/;

function readNumber(input: unknown, { min, max }: { min?: number | undefined; max?: number | undefined }): ReadValue {
  const value = typeof input === 'string' && numeral.test(input.trim()) ? Number(input) : input;
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType;
  if (value < (min ?? Number.NEGATIVE_INFINITY) || value > (max ?? Number.POSITIVE_INFINITY)) return outOfRange;
  // "+ 0" turns a negative zero, which JSON can carry, into the ordinary one.
  return { value: value + 0 };
}

const yes: readonly unknown[] = [true, 1, 'true', '1', 'yes'];
const no: readonly unknown[] = [false, 0, 'false', '0', 'no'];

function readBoolean(input: unknown): ReadValue {
  const word = typeof input === 'string' ? input.trim().toLowerCase() : input;
  if (yes.includes(word)) return { value: true };
  return no.includes(word) ? { value: false } : wrongType;
}

function readDate(input: unknown, hasTime: boolean): ReadValue {
  const time = readFieldDate(input);
  if (Number.isNaN(time)) return wrongType;
  return { value: new Date(hasTime ? time : Math.floor(time / dayMs) * dayMs).toISOString() };
}

function readChoice(input: unknown, options: readonly { value: string }[]): ReadValue {
  if (typeof input !== 'string' && typeof input !== 'number') return wrongType;
  const value = String(input).trim();
  return options.some((option) => option.value === value) ? { value } : outOfRange;
}

function readList(input: unknown, maxItems: number): ReadValue {
  if (!Array.isArray(input)) return wrongType;
  // Repeated items count once, but a list of a million is not looked through for them.
  if (input.length > 10 * maxFieldItems) return outOfRange;
  const items = new Set<string>();
  for (const item of input) {
    if (typeof item !== 'string' && typeof item !== 'number') return wrongType;
    const text = String(item).trim().toWellFormed();
    if (text.length > longestItem) return outOfRange;
    if (text !== '') items.add(text);
  }
  if (items.size > maxItems) return outOfRange;
  return { value: items.size === 0 ? null : [...items] };
}

const schemes = ['http:', 'https:', 'tg:'];

function readLink(input: unknown): ReadValue {
  if (typeof input !== 'string') return wrongType;
  const link = input.trim().toWellFormed();
  if (link.length > longestLink) return outOfRange;
  return URL.canParse(link) && schemes.includes(new URL(link).protocol) ? { value: link } : wrongType;
}
