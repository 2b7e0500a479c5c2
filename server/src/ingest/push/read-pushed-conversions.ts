import { accountCurrencies, toSmallestUnit } from '@botscope/contract';
import { isObject, type JsonObject } from '../../telegram/json.ts';
import { type DateProblem, parseSenderTime } from '../../telegram/sender-time.ts';
import { PushError, PushFieldErrors } from './push-error.ts';

/** A conversion that a bot reports: form and ranges are checked, nothing else. */
export interface PushedConversion {
  targetId: number;
  userId: number;
  /** As its client wrote it: readable, not before 2013, and at most a day after the receipt. */
  date: string | number | undefined;
  /** In the currency's smallest unit; negative = money given back. '' as currency = no value. */
  amount: number;
  currency: string;
}

const maxConversions = 100;
/** Bytes: a hundred of them with the longest dates fit six times over. */
export const largestConversions = 131_072;
/** In the currency's smallest unit: sums of thousands of millions of these are still exact. */
const largestAmount = 1_000_000_000_000;

/**
 * Reads the body of `send-target`: one conversion or 1 to 100 of them. Fields that are null or '' count as absent, and
 * numbers may be texts, as some clients send them.
 * @param receivedAt Unix milliseconds
 * @throws PushError for what is no conversion at all; PushFieldErrors, which names all fields that are wrong. Unlike
 *   updates, a list is refused for one item: the developer should see it at once, and loses nothing by it.
 */
export function readPushedConversions(body: unknown, receivedAt: number = Date.now()): PushedConversion[] {
  const items: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (items.length === 0 || items.length > maxConversions) {
    throw new PushError(
      400,
      `Bad Request: Expected 1 to ${maxConversions} conversions in one request, got ${items.length}`,
    );
  }
  const errors: Record<string, string[]> = {};
  const read = items.map((item, index) => {
    if (!isObject(item)) {
      throw new PushError(400, 'Bad Request: Expected {"target_id": …, "user_id": …}, or a list of those');
    }
    return readConversion(item, receivedAt, (field, sentence) => {
      errors[field] ??= [];
      errors[field].push(Array.isArray(body) ? `Item ${index + 1}: ${sentence}` : sentence);
    });
  });
  if (Object.keys(errors).length > 0) throw new PushFieldErrors(errors);
  return read;
}

const dateSentences: Readonly<Record<DateProblem, string>> = {
  unreadable: 'date must be a time with a zone, like 2026-03-02T10:15:30.123+03:00, or Unix time',
  early: 'date lies before 2013',
  future: 'date lies in the future',
};

function readDate(item: JsonObject, receivedAt: number, complain: Complain): string | number | undefined {
  const value = typeof item.date === 'string' ? item.date.trim() : item.date;
  if (emptyToNull(value) === null) return undefined;
  const time = parseSenderTime(value, receivedAt);
  if (typeof time === 'number') return value as string | number;
  complain('date', dateSentences[time]);
  return undefined;
}

/** ISO 4217 with codes that are out of use, and Telegram's own two. */
const currencies: ReadonlySet<string> = new Set([
  ...accountCurrencies,
  ...Intl.supportedValuesOf('currency'),
  'XTR',
  'TON',
]);

type Complain = (field: string, sentence: string) => void;

function readConversion(item: JsonObject, receivedAt: number, complain: Complain): PushedConversion {
  return {
    targetId: readId(item, 'target_id', complain),
    userId: readId(item, 'user_id', complain),
    date: readDate(item, receivedAt, complain),
    ...parseValue(item, complain),
  };
}

function readId(item: JsonObject, field: string, complain: Complain): number {
  const value = emptyToNull(item[field]);
  if (value === null) {
    complain(field, `${field} is missing`);
    return 0;
  }
  const id = parseNumber(value);
  if (Number.isSafeInteger(id) && id > 0) return id;
  complain(field, `${field} must be a positive integer`);
  return 0;
}

function parseValue(item: JsonObject, complain: Complain): Pick<PushedConversion, 'amount' | 'currency'> {
  const noValue = { amount: 0, currency: '' };
  const [value, unit] = [emptyToNull(item.value), emptyToNull(item.unit)];
  const isCurrency = typeof unit === 'string' && /^[a-z]{3}$/i.test(unit.trim());
  if (unit !== null && !isCurrency) complain('unit', 'unit must be a currency code of 3 letters, like EUR or XTR');
  else if (isCurrency && !currencies.has(unit.trim().toUpperCase())) {
    complain('unit', `unit: there is no currency ${unit.trim().toUpperCase()}`);
    return noValue;
  }
  if (value === null) return noValue;
  const number = parseNumber(value);
  if (!Number.isFinite(number)) {
    complain('value', Number.isNaN(number) ? 'value must be a number' : 'value is too large');
    return noValue;
  }
  if (!isCurrency) {
    if (unit === null) complain('unit', 'unit is needed where there is a value');
    return noValue;
  }
  const currency = unit.trim().toUpperCase();
  const amount = toSmallestUnit(number, currency);
  if (Math.abs(amount) <= largestAmount) return { amount, currency };
  complain('value', 'value is too large');
  return noValue;
}

/** Serialisers write what was left out as null, forms as ''. */
const emptyToNull = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

function parseNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN;
}
