import { toSmallestUnit } from '@botscope/contract';
import { isObject, type JsonObject } from '../../telegram/json.ts';
import { PushError, PushFieldErrors } from './push-error.ts';

/** A conversion that a bot tells of: form and ranges are checked, nothing else. */
export interface PushedConversion {
  targetId: number;
  userId: number;
  /** As its client wrote it, a text or a number: not checked here. */
  date: string | number | undefined;
  /** In the currency's smallest unit; negative = money given back. '' as currency = no value. */
  amount: number;
  currency: string;
}

const MOST = 100;
/** Bytes: a hundred of them with the longest dates fit six times over. */
export const largestConversions = 131_072;
const LONGEST_DATE = 64;
/** In the currency's smallest unit: sums of thousands of millions of these are still exact. */
const LARGEST_AMOUNT = 1_000_000_000_000;

/**
 * Reads the body of `send-target`: one conversion or 1 to 100 of them. Fields that are null or '' count as absent, and
 * numbers may be texts, as some clients send them.
 * @throws PushError for what is no conversion at all; PushFieldErrors, which names all fields that are wrong. Unlike
 *   updates, a list is refused for one item: whoever wrote this code should see it at once, and loses nothing by it.
 */
export function readPushedConversions(body: unknown): PushedConversion[] {
  const items: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (items.length === 0 || items.length > MOST) {
    throw new PushError(400, `Bad Request: Expected 1 to ${MOST} conversions in one request, got ${items.length}`);
  }
  const errors: Record<string, string[]> = {};
  const read = items.map((item, index) => {
    if (!isObject(item)) {
      throw new PushError(400, 'Bad Request: Expected {"target_id": …, "user_id": …}, or a list of those');
    }
    return readConversion(item, (field, sentence) => {
      errors[field] ??= [];
      errors[field].push(Array.isArray(body) ? `Item ${index + 1}: ${sentence}` : sentence);
    });
  });
  if (Object.keys(errors).length > 0) throw new PushFieldErrors(errors);
  return read;
}

/** A bad date fails nothing: then the receipt counts. */
function dateOf(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, LONGEST_DATE).toWellFormed() : undefined;
}

type Complain = (field: string, sentence: string) => void;

function readConversion(item: JsonObject, complain: Complain): PushedConversion {
  return {
    targetId: readId(item, 'target_id', complain),
    userId: readId(item, 'user_id', complain),
    date: dateOf(item.date),
    ...readMoney(item, complain),
  };
}

function readId(item: JsonObject, field: string, complain: Complain): number {
  const value = given(item[field]);
  if (value === null) {
    complain(field, `${field} is missing`);
    return 0;
  }
  const id = numberOf(value);
  if (Number.isSafeInteger(id) && id > 0) return id;
  complain(field, `${field} must be a positive integer`);
  return 0;
}

function readMoney(item: JsonObject, complain: Complain): Pick<PushedConversion, 'amount' | 'currency'> {
  const none = { amount: 0, currency: '' };
  const [value, unit] = [given(item.value), given(item.unit)];
  const isCurrency = typeof unit === 'string' && /^[a-z]{3}$/i.test(unit.trim());
  if (unit !== null && !isCurrency) complain('unit', 'unit must be a currency code of 3 letters, like EUR or XTR');
  if (value === null) return none;
  const number = numberOf(value);
  if (!Number.isFinite(number)) {
    complain('value', 'value must be a number');
    return none;
  }
  if (!isCurrency) {
    if (unit === null) complain('unit', 'unit is needed where there is a value');
    return none;
  }
  const currency = unit.trim().toUpperCase();
  const amount = toSmallestUnit(number, currency);
  if (Math.abs(amount) <= LARGEST_AMOUNT) return { amount, currency };
  complain('value', 'value is too large');
  return none;
}

/** Serialisers write what was left out as null, forms as ''. */
const given = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN;
}
