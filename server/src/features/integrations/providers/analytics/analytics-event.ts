import { type Configuration, type DeliveryItem, nameAt } from '../provider.ts';

export type PropertyValue = string | number | boolean;
export type Properties = Readonly<Record<string, PropertyValue>>;

/** An event as tools of product analytics see it, before any of them writes it in its own way. */
export interface AnalyticsEvent {
  id: string;
  name: string;
  /** Telegram's ID or a hash; null: the event is about the bot. */
  userId: string | null;
  /** Stands for the bot in tools that need an ID. */
  botId: string;
  at: string;
  /** Unix ms. */
  time: number;
  properties: Properties;
  userProperties: Properties;
  /** What was paid, below zero if it was paid back. Null without money, and in Telegram Stars: they are no currency. */
  revenue: { value: number; currency: string } | null;
}

/** Turns an event into what all tools of product analytics have in common. */
export function analyticsEvent(item: DeliveryItem, configuration: Pick<Configuration, 'names'>): AnalyticsEvent {
  const { event } = item;
  return {
    id: event.id,
    name: nameAt(item, configuration) ?? event.type,
    userId: event.user === null ? null : String(event.user.id),
    botId: `bot-${event.bot.key}`,
    at: event.at,
    time: Date.parse(event.at),
    properties: { bot: event.bot.name, bot_key: event.bot.key, ...dataProperties(event.data) },
    userProperties: userProperties(event.user),
    revenue: revenueOf(item),
  };
}

/** Converts smallest units exactly: 1999 and 2 are 19.99. */
export const majorAmount = (amount: number, decimals: number): number => Number(`${amount}e-${decimals}`);

/** Members of `data` without those that are empty; amounts in whole units, start parameters as `param_<name>`. */
export function dataProperties(data: DeliveryItem['event']['data']): Properties {
  const { amount, currency, decimals, params, ...others } = data;
  return {
    ...presentValues(others),
    ...presentValues(prefixed('param_', params)),
    ...(typeof amount === 'number' && { amount: majorAmount(amount, Number(decimals)), currency: String(currency) }),
  };
}

function userProperties(user: DeliveryItem['event']['user']): Properties {
  if (user === null) return {};
  const { first_name, last_name, username, language, is_premium, first_seen_at, source, params } = user;
  const name = [first_name, last_name].filter((part) => part !== null && part !== '').join(' ');
  return presentValues({
    ...{ name, first_name, last_name, username, language, is_premium, first_seen_at },
    ...{ first_source: source, ...prefixed('first_param_', params) },
  });
}

function revenueOf({ event: { type, data } }: DeliveryItem): AnalyticsEvent['revenue'] {
  const { amount, currency, decimals } = data;
  if (type !== 'payment.succeeded' && type !== 'payment.refunded') return null;
  if (typeof amount !== 'number' || typeof currency !== 'string') return null;
  if (currency === 'XTR' || !/^[A-Z]{3}$/.test(currency)) return null;
  const paid = Math.abs(majorAmount(amount, Number(decimals)));
  return { value: type === 'payment.refunded' ? -paid : paid, currency };
}

function prefixed(prefix: string, values: unknown): Record<string, unknown> {
  if (typeof values !== 'object' || values === null) return {};
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [prefix + key, value]));
}

/** Leaves out what is null or '', and writes lists and objects as JSON. */
function presentValues(values: Readonly<Record<string, unknown>>): Properties {
  const present = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(present.map(([key, value]) => [key, propertyValue(value)]));
}

const propertyValue = (value: unknown): PropertyValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value);
