import type { IntegrationEvent, IntegrationEventType, Language } from '@botscope/contract';
import { type EventTexts, eventTexts, type FactLabel } from './event-texts.ts';
import { formatMoney } from './format-money.ts';

/** A line about an event. */
export interface EventFact {
  label: string;
  value: string;
  /** The value comes from users, from links or from the bot: messengers must not turn it into links or mentions. */
  isForeign: boolean;
}

/** An event as users read it. Texts are not escaped, and have no line breaks. */
export interface EventText {
  title: string;
  /** The label, and what is known of the user: '' of what is not. */
  user: { label: string; name: string; username: string; id: string } | null;
  facts: readonly EventFact[];
  /** When it happened, ISO 8601. */
  at: string;
}

type Data = IntegrationEvent['data'];
type Fact = readonly [label: FactLabel, value: string, origin?: 'foreign'];

/** Writes an event as a title and lines, in a language. Members that are empty are left out. */
export function describeEvent({ type, user, data, at }: IntegrationEvent, language: Language): EventText {
  const texts = eventTexts[language];
  const describe = factsByType[type];
  const facts = describe?.(data, texts) ?? null;
  return {
    title: type === 'user.started' && data.is_first === false ? texts.startedAgain : texts.titles[type],
    user: user === null ? null : describeUser(user, texts),
    facts: [
      ...(facts === null ? otherFacts(data) : facts.map((fact) => toEventFact(fact, texts))),
      ...(hasFirstSource.has(type) ? [toEventFact(['first_source', user?.source ?? '', 'foreign'], texts)] : []),
    ].filter(({ value }) => value !== ''),
    at,
  };
}

/** `2026-11-20 11:00 UTC`: the same in every language. */
export const formatTime = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/** Types of which the owner asks where the user came from. */
const hasFirstSource: ReadonlySet<IntegrationEventType> = new Set(['payment.succeeded', 'conversion.reached']);

/** Types without an entry are described by the names of their members. */
const factsByType: { readonly [Type in IntegrationEventType]?: (data: Data, texts: EventTexts) => Fact[] } = {
  'user.started': (data, texts) => [
    ['source', toText(data.source) || texts.direct, 'foreign'],
    ['payload', toText(data.payload), 'foreign'],
  ],
  'payment.succeeded': describePayment,
  'payment.refunded': describePayment,
  'subscription.changed': (data) => [
    ['state', toText(data.state), 'foreign'],
    ['expires', typeof data.expires_at === 'string' ? formatTime(data.expires_at) : ''],
  ],
  'conversion.reached': (data) => [
    ['target', toText(data.target_name) || toId(data.target_id), 'foreign'],
    ['amount', toMoney(data)],
  ],
  'command.sent': (data) => [['command', toText(data.command), 'foreign']],
  'button.pressed': (data) => [['button', toText(data.data), 'foreign']],
  'message.received': (data) => [
    ['kind', toText(data.type)],
    ['text', toText(data.text), 'foreign'],
  ],
  'app.event': (data) => [['event', toText(data.name), 'foreign']],
  'site.event': (data) => [['event', toText(data.name), 'foreign']],
  'link.clicked': (data) => [['campaign', toId(data.campaign_id)]],
  'field.changed': (data) => [
    ['field', toText(data.field), 'foreign'],
    ['value', toText(data.value), 'foreign'],
  ],
  'update.received': (data) => [
    ['kind', toText(data.kind)],
    ['update', toText(data.update), 'foreign'],
  ],
  'user.erased': () => [],
  'integration.test': (data) => [['note', toText(data.note)]],
  'campaign.started': (data) => [describeCampaign(data)],
  'campaign.finished': describeCampaignEnd,
  'campaign.stopped': describeCampaignEnd,
  'bot.problem': describeProblem,
  'bot.recovered': describeProblem,
  'chat.taken_over': describeOperator,
  'chat.released': describeOperator,
};

function describePayment(data: Data): Fact[] {
  return [
    ['amount', toMoney(data)],
    ['invoice', toText(data.invoice_payload), 'foreign'],
    ['charge', toText(data.charge_id), 'foreign'],
  ];
}

function describeCampaign(data: Data): Fact {
  return ['campaign', toText(data.name) || toId(data.campaign_id), 'foreign'];
}

function describeCampaignEnd(data: Data): Fact[] {
  const counts = (['sent', 'failed', 'skipped'] as const).map((label) => [label, toText(data[label])] as const);
  return [describeCampaign(data), ...counts];
}

function describeProblem(data: Data, { problems }: EventTexts): Fact[] {
  const code = toText(data.code);
  return [
    ['problem', (problems as Readonly<Record<string, string>>)[code] ?? code],
    ['detail', toText(data.detail), 'foreign'],
  ];
}

function describeOperator(data: Data): Fact[] {
  return [['operator', toText(data.operator), 'foreign']];
}

function describeUser(user: NonNullable<IntegrationEvent['user']>, { user: label }: EventTexts): EventText['user'] {
  const name = [user.first_name, user.last_name].filter((part) => part !== null && part !== '').join(' ');
  return { label, name: toLine(name), username: user.username ?? '', id: String(user.id) };
}

const toEventFact = ([label, value, origin]: Fact, { labels }: EventTexts): EventFact => ({
  label: labels[label],
  value: toLine(value),
  isForeign: origin === 'foreign',
});

const otherFacts = (data: Data): EventFact[] =>
  Object.entries(data).map(([member, value]) => ({
    label: member.replaceAll('_', ' '),
    value: toLine(toText(value)),
    isForeign: true,
  }));

function toMoney({ amount, currency, decimals }: Data): string {
  return typeof amount === 'number' ? formatMoney(amount, Number(decimals), toText(currency)) : '';
}

const toId = (id: unknown): string => (typeof id === 'number' ? `ID ${id}` : '');

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Control characters, and those that change the direction of what follows. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A user cannot add lines to a message, or turn it round. */
const toLine = (text: string): string => text.replace(unsafe, ' ').replace(/ {2,}/g, ' ').trim();
