import { manifest } from './manifest.ts';

/** Problems of a connection; the dashboard has a text and, for most, a repair for each. */
export const problemCodes = [
  /** Another webhook (or none) was set at Telegram. Repair: set ours again. */
  'WebhookChanged',
  /** Telegram answers 401 to the token. Repair: a new token. */
  'TokenRevoked',
  /** Another process polls Telegram with this token (409). */
  'SecondPoller',
  /** More and more updates wait at Telegram. */
  'PendingGrowing',
  /** Telegram could not deliver to us. */
  'DeliveryError',
  /** The bot's own webhook does not take updates; they wait here. Repair: try again now. */
  'BotDown',
  /** Some traffic could not be recorded. */
  'Gap',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

export const connections = manifest({
  permissions: ['secure.view', 'secure.manage'],
  auditActions: ['connection_changed', 'connection_repaired', 'token_added', 'token_changed', 'token_deleted'],
  notifications: { connection: problemCodes },
});
