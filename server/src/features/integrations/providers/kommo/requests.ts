import { type IntegrationUser, makesRecord } from '@botscope/contract';
import { eventText, eventTitle, moneyOf, starsValue, userName } from '../event-text.ts';
import { type DeliveryItem, nameAt, type OutgoingRequest } from '../provider.ts';
import { type KommoConfiguration, kommoHost } from './configuration.ts';

/** Codes of the fields that are made in the account. */
export const contactField = 'TELEGRAM_ID';
export const eventField = 'BOTSCOPE_EVENT_ID';
const sourceField = 'BOTSCOPE_SOURCE';
export const ownFields = {
  contacts: [{ type: 'text', name: 'Telegram ID', code: contactField }],
  leads: [
    { type: 'text', name: 'Botscope event ID', code: eventField },
    { type: 'text', name: 'Botscope source', code: sourceField },
  ],
} as const;

const field = (code: string, value: string) => ({ field_code: code, values: [{ value }] });

export function kommoRequest(
  { settings, secrets }: Pick<KommoConfiguration, 'settings' | 'secrets'>,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): OutgoingRequest {
  return {
    method,
    url: `https://${kommoHost(settings)}/api/v4${path}`,
    headers: {
      authorization: `Bearer ${secrets.token}`,
      'user-agent': 'Botscope/1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** Whether a lead is made of the event: of launches only the first one makes a lead. */
export const isLead = ({ event }: DeliveryItem, { settings }: Pick<KommoConfiguration, 'settings'>): boolean =>
  makesRecord(settings.record_types, event.type) && !(event.type === 'user.started' && event.data.is_first !== true);

export const contactBody = (user: IntegrationUser) => ({
  name: userName(user).slice(0, 250),
  custom_fields_values: [field(contactField, String(user.id))],
});

/** `currency`: of the account; only amounts in it, and Stars with a price, are budgets. */
export function leadBody(item: DeliveryItem, configuration: KommoConfiguration, contactId: number, currency: string) {
  const { event } = item;
  const { pipeline_id, status_id } = configuration.settings;
  const price = leadPrice(item, configuration, currency);
  const source = event.user?.source ?? '';
  return {
    name: eventTitle(event, nameAt(item, configuration) ?? event.type),
    ...(price !== null && { price }),
    ...(pipeline_id !== 0 && { pipeline_id }),
    ...(status_id !== 0 && { status_id }),
    created_at: Math.floor(Date.parse(event.at) / 1_000),
    custom_fields_values: [
      field(eventField, event.id),
      ...(source === '' ? [] : [field(sourceField, source.slice(0, 250))]),
    ],
    _embedded: { contacts: [{ id: contactId }] },
  };
}

/** Budgets are whole numbers: the exact amount is in the title. */
function leadPrice({ event }: DeliveryItem, { settings }: KommoConfiguration, currency: string): number | null {
  const money = moneyOf(event);
  if (money === null) return null;
  const value = money.currency === 'XTR' ? starsValue(money, settings.star_price) : money.value;
  if (value === null || (money.currency !== 'XTR' && money.currency !== currency)) return null;
  return Math.round(Number(value));
}

export const noteBody = (item: DeliveryItem, configuration: KommoConfiguration, contactId: number) => ({
  entity_id: contactId,
  note_type: 'common',
  params: { text: eventText(item.event, nameAt(item, configuration) ?? item.event.type) },
});
