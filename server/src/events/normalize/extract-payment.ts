import type { Event } from '@botscope/contract';
import { child, integer, isPresent, text } from '../../telegram/json.ts';
import { contentOf, type Draft, nothingFound } from './draft.ts';

/**
 * Money that changed hands, in the currency's smallest unit; Telegram Stars (`XTR`) have none smaller. A refund is
 * negative, so that a sum is what remained. A checkout that was only begun has no amount: it would be counted twice.
 */
export function extractPayment(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  if (draft.event.kind !== 'message' || draft.event.type !== 'payment') return nothingFound;
  const message = contentOf(draft);
  const isRefund = !isPresent(message.successful_payment);
  const payment = child(message, isRefund ? 'refunded_payment' : 'successful_payment');
  const amount = Math.max(0, integer(payment.total_amount));
  return { amount: isRefund ? 0 - amount : amount, currency: text(payment.currency, 8) };
}
