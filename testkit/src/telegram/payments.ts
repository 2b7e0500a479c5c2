import type { SuccessfulPayment, UpdateBody } from '@botscope/server/simulation/users/telegram-types.ts';
import { badRequest } from './errors.ts';

/** Stores the payments of users to one bot, by Telegram's number of the charge. */
export function createPayments() {
  const paid = new Map<string, { userId: number; payment: SuccessfulPayment; isRefunded: boolean }>();
  return {
    learn({ message }: UpdateBody): void {
      const payment = message?.successful_payment;
      const userId = message?.from?.id;
      if (!payment || userId === undefined) return;
      paid.set(payment.telegram_payment_charge_id, { userId, payment, isRefunded: false });
    },
    /** Takes a payment back, once; only Stars can be given back. */
    refund(userId: number, chargeId: string): SuccessfulPayment {
      const charge = paid.get(chargeId);
      if (!charge || charge.userId !== userId || charge.payment.currency !== 'XTR')
        throw badRequest('CHARGE_NOT_FOUND');
      if (charge.isRefunded) throw badRequest('CHARGE_ALREADY_REFUNDED');
      charge.isRefunded = true;
      return charge.payment;
    },
  };
}
