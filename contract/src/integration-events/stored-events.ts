import * as z from 'zod/mini';
import { eventKind } from './event-kind.ts';

/** In the currency's smallest unit, with the number of its decimals: 1999 and 2 are 19.99. */
const money = { amount: z.number(), currency: z.string(), decimals: z.number() };
const params = z.record(z.string(), z.string());
const Launch = z.object({
  payload: z.string(),
  params,
  source: z.string(),
  /** The user was not known before. */
  is_first: z.boolean(),
});
const Paid = z.object({
  ...money,
  charge_id: z.string(),
  /** Payload that the bot gave the invoice. */
  invoice_payload: z.string(),
});
const Conversion = z.object({
  target_id: z.number(),
  target_name: z.string(),
  amount: z.nullable(z.number()),
  currency: z.string(),
  decimals: z.number(),
});
const Subscription = z.object({
  /** A word of Telegram, such as `active`, `canceled` or `expired`; '' where it gives none. */
  state: z.string(),
  expires_at: z.nullable(z.string()),
});

/** Events that are found among those of the event store. */
export const storedEvents = {
  'user.started': eventKind('user', Launch, {
    payload: 'source-google_medium-cpc',
    params: { source: 'google', medium: 'cpc' },
    source: 'google',
    is_first: true,
  }),
  'user.left': eventKind('user', z.object({}), {}),
  'user.returned': eventKind('user', z.object({}), {}),
  'payment.succeeded': eventKind('user', Paid, {
    ...{ amount: 1999, currency: 'EUR', decimals: 2 },
    ...{ charge_id: '7412_8305', invoice_payload: 'order 12' },
  }),
  'payment.refunded': eventKind('user', Paid, {
    ...{ amount: 1999, currency: 'EUR', decimals: 2 },
    ...{ charge_id: '7412_8305', invoice_payload: 'order 12' },
  }),
  'subscription.changed': eventKind('user', Subscription, { state: 'active', expires_at: null }),
  'conversion.reached': eventKind('user', Conversion, {
    ...{ target_id: 4, target_name: 'Trial', amount: null, currency: '', decimals: 0 },
  }),
  'command.sent': eventKind('user', z.object({ command: z.string() }), { command: '/help' }),
  'button.pressed': eventKind('user', z.object({ data: z.string() }), { data: 'cart:add:7' }),
  'message.received': eventKind('user', z.object({ type: z.string(), text: z.string() }), {
    ...{ type: 'text', text: 'Where is my order?' },
  }),
  'app.event': eventKind('user', z.object({ name: z.string() }), { name: 'app_launch' }),
  'site.event': eventKind('user', z.object({ name: z.string() }), { name: 'page' }),
  'link.clicked': eventKind('user', z.object({ campaign_id: z.number() }), { campaign_id: 101 }),
  'field.changed': eventKind('user', z.object({ field: z.string(), value: z.unknown() }), {
    ...{ field: 'city', value: 'Riga' },
  }),
  // Whole updates of Telegram, with all that users wrote: only for those who ask for it.
  'update.received': eventKind('bot', z.object({ kind: z.string(), update: z.unknown() }), {
    ...{ kind: 'message', update: { update_id: 1, message: { message_id: 7, text: 'Hello' } } },
  }),
  'user.erased': eventKind('user', z.object({}), {}),
  'integration.test': eventKind('user', z.object({ note: z.string() }), { note: 'A test from Botscope' }),
} as const;
