import { majorAmount } from '../analytics/analytics-event.ts';
import { type ConfigurationOf, type DeliveryItem, nameAt } from '../provider.ts';

/** A contact as the batch API takes it. The trace ID comes back with what became of it. */
export interface ContactInput {
  id: string;
  idProperty: string;
  objectWriteTraceId: string;
  properties: Record<string, string>;
}

type Configuration = Pick<ConfigurationOf<'hubspot'>, 'settings' | 'names'>;

/** What an event says of whether the user still has the bot. */
const statuses: Readonly<Record<string, string>> = {
  'user.started': 'active',
  'user.returned': 'active',
  'user.left': 'left',
};

/** ID of the contact of an event's user; null without a user. */
export const contactId = ({ event }: DeliveryItem): string | null =>
  event.user === null ? null : String(event.user.id);

/** One contact for each user, with what the later of their events say: HubSpot refuses a contact twice in a request. */
export function contactInputs(items: readonly DeliveryItem[], configuration: Configuration): ContactInput[] {
  const inputs = new Map<string, ContactInput>();
  for (const item of items) {
    const id = contactId(item);
    if (id === null) continue;
    const idProperty = configuration.settings.id_property;
    const input = inputs.get(id) ?? { id, idProperty, objectWriteTraceId: id, properties: { [idProperty]: id } };
    Object.assign(input.properties, contactProperties(item, configuration));
    inputs.set(id, input);
  }
  return [...inputs.values()];
}

/** Properties that an event knows. Empty ones are left out, since an empty text would clear them. */
function contactProperties(item: DeliveryItem, configuration: Configuration): Record<string, string> {
  const { type, at, bot, user, data } = item.event;
  const properties: Readonly<Record<string, string | null | undefined>> = {
    firstname: user?.first_name,
    lastname: user?.last_name,
    telegram_username: user?.username,
    telegram_language: user?.language,
    telegram_source: user?.source,
    telegram_first_seen: user?.first_seen_at,
    telegram_bot: bot.name,
    telegram_status: statuses[type],
    telegram_last_event: nameAt(item, configuration) ?? type,
    telegram_last_event_at: at,
    ...(type === 'payment.succeeded' && {
      telegram_last_payment: String(majorAmount(Number(data.amount), Number(data.decimals))),
      telegram_last_payment_currency: String(data.currency),
    }),
  };
  return Object.fromEntries(Object.entries(properties).filter((entry): entry is [string, string] => Boolean(entry[1])));
}
