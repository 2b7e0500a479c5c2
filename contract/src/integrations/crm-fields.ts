import * as z from 'zod/mini';
import { type IntegrationEventType, integrationEventKinds, integrationEventTypes } from '../integration-events.ts';

/** Types of events that are about a user: only these have a contact. None is made for a user who was erased. */
export const userEventTypes: readonly IntegrationEventType[] = integrationEventTypes.filter(
  (type) => integrationEventKinds[type].about === 'user' && type !== 'user.erased',
);

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const knownTypes: ReadonlySet<string> = new Set(userEventTypes);

/** Types of events for each of which a lead or a deal is made, one a line; the others become notes. */
export const RecordTypes = z.string().check(
  z.trim(),
  z.maxLength(2_000),
  z.refine((text) => linesOf(text).every((line) => knownTypes.has(line))),
);
export const usualRecordTypes = 'user.started\npayment.succeeded';

/** Whether a line of the setting names the type. */
export const makesRecord = (recordTypes: string, type: IntegrationEventType): boolean =>
  linesOf(recordTypes).includes(type);

/** Value of one Telegram Star in the currency of the account; 0: amounts in Stars are not converted. */
export const StarPrice = z.number().check(z.gte(0), z.lte(10_000));

/** ID of a record at the provider; 0 = none is chosen. */
export const RecordId = z.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));

/** Titles of leads and notes, unless the owner gives others. */
export const recordNames = {
  'user.started': 'Bot started',
  'user.left': 'Bot blocked',
  'user.returned': 'Bot unblocked',
  'payment.succeeded': 'Payment',
  'payment.refunded': 'Refund',
  'subscription.changed': 'Subscription changed',
  'conversion.reached': 'Conversion',
  'user.erased': 'User erased',
} as const satisfies Partial<Record<IntegrationEventType, string>>;
