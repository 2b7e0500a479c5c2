import { createHash } from 'node:crypto';
import type { IntegrationUser } from '@botscope/contract';
import { orderValue, unvaluedStars } from '../order-value.ts';
import type { ConfigurationOf, DeliveryItem } from '../provider.ts';

/** Who sends the events of a request: all of them have the same one. */
export interface Ga4Client {
  client_id: string;
  user_id?: string;
  user_properties?: Record<string, { value: string }>;
}

export interface Ga4Event {
  name: string;
  timestamp_micros: number;
  params: Record<string, unknown>;
}

const valueLength = 100;
const propertyLength = 36;
const daySeconds = 86_400;

const reservedNames = new Set([
  ...['ad_activeview', 'ad_click', 'ad_exposure', 'ad_impression', 'ad_query', 'ad_reward', 'adunit_exposure'],
  ...['app_clear_data', 'app_exception', 'app_install', 'app_remove', 'app_store_refund', 'app_update', 'app_upgrade'],
  ...['dynamic_link_app_open', 'dynamic_link_app_update', 'dynamic_link_first_open', 'error', 'first_open'],
  ...['first_visit', 'in_app_purchase', 'notification_dismiss', 'notification_foreground', 'notification_open'],
  ...['notification_receive', 'notification_send', 'os_update', 'screen_view', 'session_start', 'user_engagement'],
]);

/** Whether GA4 takes an event of that name; it drops others without a word. */
export const isGa4Name = (name: string): boolean =>
  /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(name) && !/^(firebase|ga|google)_/.test(name) && !reservedNames.has(name);

/** The visitor of the website where one is known, else an ID made of the user's: always the same, and of the same form. */
export function ga4Client(user: IntegrationUser, botKey: string): Ga4Client {
  const properties = {
    bot_language: user.language,
    bot_premium: user.is_premium === null ? null : String(user.is_premium),
    bot_source: user.source,
  };
  const known = Object.entries(properties).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return {
    client_id: /^\d{1,20}\.\d{1,20}$/.test(user.site.ga ?? '')
      ? String(user.site.ga)
      : syntheticClient(botKey, user.id),
    user_id: String(user.id),
    ...(known.length > 0 && {
      user_properties: Object.fromEntries(known.map(([key, value]) => [key, { value: cut(value, propertyLength) }])),
    }),
  };
}

/** Two positive numbers, as in the cookie of Google Analytics. */
export function syntheticClient(botKey: string, id: string | number): string {
  const hash = createHash('sha256').update(`${botKey}:${id}`).digest();
  return `${hash.readUInt32BE(0) & 0x7fffffff || 1}.${1_000_000_000 + (hash.readUInt32BE(4) % 1_000_000_000)}`;
}

/** Parameters without which reports leave an event out: a user has one session a day. */
export const sessionParams = (at: number) => ({
  session_id: Math.floor(at / 1_000 / daySeconds) * daySeconds,
  engagement_time_msec: 1,
});

export function ga4Event(item: DeliveryItem, name: string, settings: ConfigurationOf<'ga4'>['settings']): Ga4Event {
  const { event } = item;
  const at = Date.parse(event.at);
  const params = { ...sessionParams(at), bot: event.bot.name, event_id: event.id, ...ownParams(item) };
  return {
    name,
    timestamp_micros: at * 1_000,
    params: { ...cutAll(params), ...orderParams(item, name, settings) },
  };
}

/** Parameters of a type; texts that the privacy settings keep back are empty, and left out. */
function ownParams({ event: { type, data } }: DeliveryItem): Record<string, unknown> {
  switch (type) {
    case 'user.started': {
      const { medium, campaign } = data.params as Record<string, string>;
      return {
        start_source: data.source,
        ...{ start_medium: medium, start_campaign: campaign, start_payload: data.payload },
        is_first_start: String(data.is_first),
      };
    }
    case 'subscription.changed':
      return { subscription_state: data.state };
    case 'conversion.reached':
      return { target_id: data.target_id, target_name: data.target_name };
    case 'command.sent':
      return { command: data.command };
    case 'button.pressed':
      return { button: data.data };
    case 'message.received':
      return { message_type: data.type };
    case 'app.event':
    case 'site.event':
      return { page_event: data.name };
    case 'link.clicked':
      return { bot_campaign_id: data.campaign_id };
    case 'field.changed':
      return { field: data.field };
    default:
      return {};
  }
}

/** Value of the event. A purchase has an ID, by which GA4 counts it once, and the bot as its item: GA4 asks for one. */
function orderParams(
  item: DeliveryItem,
  name: string,
  settings: ConfigurationOf<'ga4'>['settings'],
): Record<string, unknown> {
  const { bot, id, data } = item.event;
  const order = orderValue(item, settings);
  const stars = unvaluedStars(item, settings);
  const value = order === null ? null : Number(order.value);
  const isOrder = name === 'purchase' || name === 'refund' || typeof data.charge_id === 'string';
  return {
    ...(isOrder && {
      transaction_id: cut(String(data.charge_id ?? id), valueLength),
      items: [
        {
          item_id: bot.key,
          item_name: cut(bot.name, valueLength),
          quantity: 1,
          ...(value !== null && { price: value }),
        },
      ],
    }),
    ...(order !== null && { currency: order.currency, value }),
    ...(stars !== null && { stars }),
  };
}

const cutAll = (params: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([key, value]) => [key, typeof value === 'string' ? cut(value, valueLength) : value]),
  );

/** Cuts by UTF-16 units, the strictest way to count, and through no character. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
