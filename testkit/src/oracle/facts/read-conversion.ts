import type { PushedConversion } from '../deliveries.ts';
import { decimalPlaces } from '../words.ts';
import { blankFact, type Fact } from './fact.ts';
import { senderDate } from './json.ts';

/** A conversion sent by API: with the same date the same, without one each is its own. No action, and meets nobody. */
export function readConversion(conversion: PushedConversion, position: number): Fact {
  const { targetId, userId, receivedAt, value, unit } = conversion;
  const date = senderDate(conversion.date);
  const currency = value === undefined ? '' : (unit ?? '').toUpperCase();
  const amount = currency === '' ? 0 : Math.round((value ?? 0) * 10 ** (decimalPlaces[currency] ?? 2));
  const key = ['conversion', targetId, userId, amount, currency, date ?? `number ${position}`].join(' ');
  return {
    ...blankFact(position, receivedAt, 'conversion', key),
    time: date ?? receivedAt,
    userId,
    name: String(targetId),
    amount: amount + 0,
    currency,
  };
}
