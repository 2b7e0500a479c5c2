import { createHash } from 'node:crypto';
import type { IntegrationUser } from '@botscope/contract';
import { orderValue } from '../order-value.ts';
import { type ConfigurationOf, type DeliveryItem, nameAt, type Outcome } from '../provider.ts';

export interface MetaEvent {
  event_name: string;
  /** Unix s. */
  event_time: number;
  event_id: string;
  /** "Chat": in a messenger. "Website" would claim a browser, whose name nobody knows here. */
  action_source: 'chat';
  event_source_url?: string;
  user_data: Record<string, string | string[]>;
  custom_data?: Record<string, string | number>;
}

/** One older event makes Meta refuse the whole request; a minute is for the way. */
const maxAgeMs = 7 * 86_400_000 - 60_000;
const nameLength = 50;

/** The event as Meta takes it, or why it would not. */
export function metaEvent(
  item: DeliveryItem,
  configuration: ConfigurationOf<'meta_capi'>,
  now: number,
): { event: MetaEvent } | { outcome: Outcome } {
  const { event } = item;
  const at = Date.parse(event.at);
  const name = nameAt(item, configuration);
  const order = orderValue(item, configuration.settings);
  if (event.user === null) return rejected('no_user', '');
  if (name === null) return rejected('no_name', '');
  if (name.length > nameLength) return rejected('no_name', `Meta takes names of at most ${nameLength} characters`);
  if (now - at > maxAgeMs) return rejected('too_old', '');
  if (name === 'Purchase' && order === null) return rejected('rejected', 'Meta takes a Purchase only with a value');
  const url = pageAddress(event.user.site.url);
  const customData: Record<string, string | number> = {
    ...(order !== null && { value: Number(order.value), currency: order.currency }),
    ...(typeof event.data.charge_id === 'string' && { order_id: event.data.charge_id }),
    ...(event.type === 'conversion.reached' && { content_name: String(event.data.target_name) }),
  };
  return {
    event: {
      event_name: name,
      event_time: Math.floor(Math.min(at, now) / 1_000),
      event_id: event.id,
      action_source: 'chat',
      ...(url !== null && { event_source_url: url }),
      user_data: userData(event.user),
      ...(Object.keys(customData).length > 0 && { custom_data: customData }),
    },
  };
}

/** Made up by us, of nobody; a name of our own, so that it counts for no ad. */
export const metaTestEvent = (now: number, integrationKey: string): MetaEvent => ({
  event_name: 'BotscopeTest',
  event_time: Math.floor(now / 1_000),
  event_id: `test_${integrationKey}_${now}`,
  action_source: 'chat',
  user_data: { external_id: [sha256('botscope test')] },
});

const rejected = (code: string, detail: string): { outcome: Outcome } => ({
  outcome: { kind: 'rejected', code, detail },
});

/** Names and IDs are hashed; what Meta gave the browser is sent as it is. */
function userData({ id, first_name, last_name, site }: IntegrationUser): MetaEvent['user_data'] {
  const click = /^fb\.\d\.\d{10,16}\.\S{1,500}$/;
  return {
    external_id: [sha256(String(id))],
    ...(first_name && { fn: [sha256(normalize(first_name))] }),
    ...(last_name && { ln: [sha256(normalize(last_name))] }),
    ...(site.fbc !== null && click.test(site.fbc) && { fbc: site.fbc }),
    ...(site.fbp !== null && click.test(site.fbp) && { fbp: site.fbp }),
  };
}

const normalize = (name: string): string => name.trim().toLowerCase();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Without the query, which may say more than the page does. */
function pageAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, origin, pathname } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin + pathname : null;
}
