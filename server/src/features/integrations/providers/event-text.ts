import type { IntegrationEvent, IntegrationUser } from '@botscope/contract';

/** Longest value of one member of the data in a text, in characters. */
const valueLength = 1_000;
/** Longest text: the limits of the vendors are higher. */
const textLength = 8_000;

/** An amount as a decimal number: 1999 with 2 decimals is `19.99`. */
export function decimalText(amount: number, decimals: number): string {
  const digits = Math.abs(Math.trunc(amount))
    .toString()
    .padStart(decimals + 1, '0');
  const sign = amount < 0 ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export interface Money {
  /** In the usual unit, such as `19.99`. */
  value: string;
  /** `XTR` are Telegram Stars. */
  currency: string;
}

/** Amount of an event; null where it has none. */
export function moneyOf({ data }: IntegrationEvent): Money | null {
  const { amount, currency, decimals } = data;
  if (typeof amount !== 'number' || typeof currency !== 'string' || currency === '') return null;
  return { value: decimalText(amount, typeof decimals === 'number' ? decimals : 0), currency };
}

/** Amount of Stars in the currency of an account, rounded to its hundredths; null where no price is set. */
export const starsValue = ({ value }: Money, starPrice: number): string | null =>
  starPrice === 0 ? null : (Math.round(Number(value) * starPrice * 100) / 100).toFixed(2);

/** `Anna Smith (@anna)`, or what is known of that. */
export function userName({ id, first_name, last_name, username }: IntegrationUser): string {
  const name = [first_name, last_name].filter((part) => part !== null && part !== '').join(' ');
  const mention = username === null || username === '' ? '' : `@${username}`;
  if (name === '') return mention || `Telegram user ${String(id).slice(0, 12)}`;
  return mention === '' ? name : `${name} (${mention})`;
}

/** Title of a lead: what happened, how much, and who. */
export function eventTitle(event: IntegrationEvent, name: string): string {
  const money = moneyOf(event);
  const amount = money === null ? '' : ` ${money.value} ${money.currency}`;
  const user = event.user === null ? '' : `: ${userName(event.user)}`;
  return `${name}${amount}${user}`.slice(0, 250);
}

/** A note: what happened, one fact a line. Its last line is the ID of the event, by which it can be found. */
export function eventText(event: IntegrationEvent, name: string): string {
  const { id, at, bot, user, data } = event;
  const money = moneyOf(event);
  const hidden = new Set(money === null ? [] : ['amount', 'currency', 'decimals']);
  const facts: [string, unknown][] = [
    ['time', at],
    ['bot', bot.name],
    ['source', user?.source],
    ...Object.entries(data).filter(([key]) => !hidden.has(key) && key !== 'source'),
  ];
  const lines = facts.filter(([, value]) => isKnown(value)).map(([key, value]) => `${key}: ${valueText(value)}`);
  const title = money === null ? name : `${name} ${money.value} ${money.currency}`;
  return `${[title, ...lines].join('\n').slice(0, textLength)}\n${id}`;
}

const isKnown = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  !(typeof value === 'object' && Object.keys(value).length === 0);

const valueText = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, valueLength);
