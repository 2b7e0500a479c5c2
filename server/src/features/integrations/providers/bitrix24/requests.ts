import { type IntegrationUser, makesRecord } from '@botscope/contract';
import { eventText, eventTitle, moneyOf, starsValue, userName } from '../event-text.ts';
import { type ConfigurationOf, type DeliveryItem, nameAt, type OutgoingRequest } from '../provider.ts';

type Settings = Pick<ConfigurationOf<'bitrix24'>, 'settings'>;
export type Bitrix24Configuration = ConfigurationOf<'bitrix24'>;

/** Names the source of records that are ours. */
export const originator = 'botscope';
export const contactOrigin = (user: IntegrationUser): string => `user:${user.id}`;

/** A call of one method; the address has the code of the webhook, so it must not be shown. */
export const methodRequest = (
  { secrets }: Pick<Bitrix24Configuration, 'secrets'>,
  method: string,
  parameters: object,
): OutgoingRequest => ({
  method: 'POST',
  url: `${secrets.webhook.replace(/\/$/, '')}/${method}.json`,
  headers: { 'content-type': 'application/json', 'user-agent': 'Botscope/1' },
  body: JSON.stringify(parameters),
});

/** Several calls in one request, each answered by itself: at most 50. */
export const batchRequest = (
  configuration: Pick<Bitrix24Configuration, 'secrets'>,
  commands: readonly string[],
): OutgoingRequest =>
  methodRequest(configuration, 'batch', {
    halt: 0,
    cmd: Object.fromEntries(commands.map((command, index) => [`c${index}`, command])),
  });

type Parameter = string | number | readonly Parameter[] | { readonly [key: string]: Parameter };

/** A call as a batch has it: `crm.deal.add?fields[TITLE]=…`. */
const command = (method: string, fields: { readonly [key: string]: Parameter | undefined }): string =>
  `${method}?${pairs('fields', fields).join('&')}`;

function pairs(
  key: string,
  value: Parameter | { readonly [key: string]: Parameter | undefined } | undefined,
): string[] {
  if (value === undefined) return [];
  if (typeof value !== 'object') return [`${key}=${encodeURIComponent(value)}`];
  return Object.entries(value).flatMap(([part, inner]) => pairs(`${key}[${part}]`, inner as Parameter));
}

/** Brackets are markup in texts of Bitrix24, and `$result[…]` in a batch is a value of another call. */
const plain = (text: string): string => text.replaceAll('[', '(').replaceAll(']', ')');

const origin = (id: string) => ({ ORIGINATOR_ID: originator, ORIGIN_ID: id });

export function contactCommand(user: IntegrationUser, { settings }: Settings): string {
  const { first_name, last_name, username } = user;
  const isNamed = (first_name ?? '') !== '' || (last_name ?? '') !== '';
  return command('crm.contact.add', {
    NAME: plain(isNamed ? (first_name ?? '') : userName(user)),
    ...(isNamed && (last_name ?? '') !== '' && { LAST_NAME: plain(last_name ?? '') }),
    ...((username ?? '') !== '' && { IM: [{ VALUE: plain(username ?? ''), VALUE_TYPE: 'TELEGRAM' }] }),
    ...source(user),
    ...assigned(settings),
    ...origin(contactOrigin(user)),
  });
}

/** Whether a lead or deal is made of the event: of launches only the first one makes one. */
export const isRecord = ({ event }: DeliveryItem, { settings }: Settings): boolean =>
  makesRecord(settings.record_types, event.type) && !(event.type === 'user.started' && event.data.is_first !== true);

/** Makes a lead or deal, or comments on the contact. */
export function itemCommand(item: DeliveryItem, configuration: Bitrix24Configuration, contactId: number): string {
  const { event } = item;
  const { settings } = configuration;
  const name = nameAt(item, configuration) ?? event.type;
  if (!isRecord(item, configuration))
    return command('crm.timeline.comment.add', {
      ENTITY_ID: contactId,
      ENTITY_TYPE: 'contact',
      COMMENT: plain(eventText(event, name)),
    });
  const shared = {
    TITLE: plain(eventTitle(event, name)),
    ...opportunity(item, configuration),
    ...(event.user !== null && source(event.user)),
    ...assigned(settings),
    ...origin(event.id),
  };
  if (settings.record === 'lead')
    return command('crm.lead.add', {
      ...shared,
      CONTACT_ID: contactId,
      ...(settings.stage_id !== '' && { STATUS_ID: settings.stage_id }),
    });
  return command('crm.deal.add', {
    ...shared,
    CONTACT_IDS: [contactId],
    ...(settings.category_id !== 0 && { CATEGORY_ID: settings.category_id }),
    ...(settings.stage_id !== '' && { STAGE_ID: settings.stage_id }),
  });
}

/** Stars with a price are in the currency of the portal, which is meant where none is named. */
function opportunity({ event }: DeliveryItem, { settings }: Settings) {
  const money = moneyOf(event);
  if (money === null) return {};
  const stars = money.currency === 'XTR' ? starsValue(money, settings.star_price) : null;
  if (money.currency === 'XTR') return stars === null ? {} : { OPPORTUNITY: stars, IS_MANUAL_OPPORTUNITY: 'Y' };
  return { OPPORTUNITY: money.value, CURRENCY_ID: money.currency, IS_MANUAL_OPPORTUNITY: 'Y' };
}

const marks = ['source', 'medium', 'campaign', 'content', 'term'] as const;

/** Parameters of the first launch, as marks of advertising. */
function source({ source: first, params }: IntegrationUser): Record<string, string> {
  const known = { ...params, ...(first !== null && first !== '' && { source: first }) } as Record<string, string>;
  return Object.fromEntries(
    marks.flatMap((mark) => {
      const value = known[mark] ?? '';
      return value === '' ? [] : [[`UTM_${mark.toUpperCase()}`, plain(value).slice(0, 250)]];
    }),
  );
}

const assigned = ({ assigned_by_id }: Settings['settings']) =>
  assigned_by_id === 0 ? {} : { ASSIGNED_BY_ID: assigned_by_id };
