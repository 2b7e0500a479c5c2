import { currencyDecimals, type StoredEventType, updateKinds } from '@botscope/contract';

/** A row of `events` from which integration events are made. */
export interface StoredRow {
  event_id: string;
  received_ms: number;
  user_id: number;
  time_ms: number;
  kind: string;
  type: string;
  name: string;
  text: string;
  start_payload: string;
  params: Record<string, string>;
  source: string;
  amount: number;
  currency: string;
  /** Telegram's number of a payment, else the event's ID. */
  charge: string;
  is_first: boolean | number;
  /** Telegram's object, whole, where the type needs it; else ''. */
  payload: string;
  /** By the types that were looked for, whether the row is one. */
  matches: (boolean | number)[];
}

export interface StoredEvent {
  /** Condition of few columns, which copies share. */
  content: string;
  /** Condition on the copy that counts. */
  exact: string;
  /** Telegram's object is read for it. */
  needsPayload?: true;
  /** What a row says more than once is one event. */
  onceKey?: (row: StoredRow) => string;
  data: (row: StoredRow) => Record<string, unknown>;
}

const money = ({ amount, currency }: StoredRow) => ({
  amount: Math.abs(amount),
  currency,
  decimals: currencyDecimals(currency),
});

const payment = (sign: '>' | '<'): StoredEvent => ({
  content: "type = 'payment'",
  exact: `type = 'payment' AND kind = 'message' AND amount ${sign} 0`,
  needsPayload: true,
  // Telegram's message and what the bot says of it are two events of one payment.
  onceKey: ({ charge }) => charge,
  data: (row) => ({ ...money(row), charge_id: row.charge, invoice_payload: invoicePayload(row.payload) }),
});

/** Conditions that are the same for the content and for the copy that counts. */
const simple = (condition: string, data: StoredEvent['data'], needsPayload?: true): StoredEvent => ({
  ...{ content: condition, exact: condition, data },
  ...(needsPayload && { needsPayload }),
});

/** How events are found among those of the event store. Conversions depend on the bot's targets: see find-events.ts. */
export const storedEvents: Readonly<
  Record<Exclude<StoredEventType, 'conversion.reached' | 'user.erased' | 'integration.test'>, StoredEvent>
> = {
  'user.started': simple('is_start', ({ start_payload: payload, params, source, is_first }) => ({
    ...{ payload, params, source, is_first: Boolean(is_first) },
  })),
  // As Telegram says it. A message that could not be sent says the same again, each time.
  'user.left': simple("membership = 'blocked' AND kind = 'my_chat_member'", () => ({})),
  'user.returned': simple("membership = 'unblocked' AND kind = 'my_chat_member'", () => ({})),
  'payment.succeeded': payment('>'),
  'payment.refunded': payment('<'),
  'subscription.changed': simple("kind = 'subscription'", ({ payload }) => describeSubscription(payload), true),
  'command.sent': simple("is_action AND type = 'command'", ({ name }) => ({ command: name })),
  'button.pressed': simple("is_action AND type = 'button'", ({ name }) => ({ data: name })),
  'message.received': simple(
    "is_action AND kind = 'message' AND chat_type = 'private' AND type NOT IN ('command', 'payment', 'service')",
    ({ type, text }) => ({ type, text }),
  ),
  'app.event': simple("kind = 'hit' AND user_id != 0", ({ name }) => ({ name })),
  'site.event': simple("kind = 'site_event'", ({ name }) => ({ name })),
  'link.clicked': simple("kind = 'link_click'", ({ name }) => ({ campaign_id: Number(name) })),
  'field.changed': simple(
    "kind = 'field_change'",
    ({ name, payload }) => ({ field: name, value: fieldValue(payload) }),
    true,
  ),
  'update.received': simple(
    `direction = 'in' AND kind IN (${updateKinds.map((kind) => `'${kind}'`).join(', ')})`,
    ({ kind, payload }) => ({ kind, update: parse(payload) }),
    true,
  ),
};

type Json = Record<string, unknown> | undefined;
const parse = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};
const member = (value: unknown, key: string): unknown => (value as Json)?.[key];

function invoicePayload(payload: string): string {
  const message = member(parse(payload), 'message');
  const paid = member(message, 'successful_payment') ?? member(message, 'refunded_payment');
  return String(member(paid, 'invoice_payload') ?? '');
}

function describeSubscription(payload: string) {
  const subscription = member(parse(payload), 'subscription');
  const expires = member(subscription, 'expiration_date') ?? member(subscription, 'subscription_expiration_date');
  return {
    state: String(member(subscription, 'status') ?? ''),
    expires_at: typeof expires === 'number' ? new Date(expires * 1_000).toISOString() : null,
  };
}

const fieldValue = (payload: string): unknown => member(member(parse(payload), 'field_change'), 'value') ?? null;
