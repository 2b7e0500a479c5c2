import * as z from 'zod/mini';
import { BotKey } from './ids.ts';
import { integrationEventTypes } from './integration-events.ts';

export const IntegrationEventTypeWord = z.enum(integrationEventTypes);

/**
 * The user of an event, as the privacy settings of the integration let them be known. A field that is not known, or not
 * sent, is null.
 */
export const IntegrationUser = z.object({
  /** Telegram's ID, or 32 hexadecimal digits of a hash that is the same in all events of the integration. */
  id: z.union([z.number(), z.string()]),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  username: z.nullable(z.string()),
  language: z.nullable(z.string()),
  is_premium: z.nullable(z.boolean()),
  first_seen_at: z.nullable(z.string()),
  /** Source of the first launch; '' = direct. */
  source: z.nullable(z.string()),
  /** Parameters of the first launch. */
  params: z.record(z.string(), z.string()),
  /** IDs by which other tools know the visitor of the website whom a ticket led to the bot. */
  site: z.object({
    /** Client ID of Google Analytics. */
    ga: z.nullable(z.string()),
    /** ClientID of Yandex Metrica. */
    ym: z.nullable(z.string()),
    fbp: z.nullable(z.string()),
    fbc: z.nullable(z.string()),
    gclid: z.nullable(z.string()),
    yclid: z.nullable(z.string()),
    /** Address of the page from which the visitor came to the bot. */
    url: z.nullable(z.string()),
  }),
});
export type IntegrationUser = z.output<typeof IntegrationUser>;

/** An event as integrations send it. It is written down once, and never changes: what is sent again is the same. */
export const IntegrationEvent = z.object({
  /** The same in every attempt, unique among the events of an integration: `evt_` and 24 letters of `a-z0-9`. */
  id: z.string(),
  type: IntegrationEventTypeWord,
  /** When it happened, ISO 8601 in UTC with milliseconds. */
  at: z.string(),
  bot: z.object({ key: BotKey, name: z.string() }),
  user: z.nullable(IntegrationUser),
  /** See `integrationEvents`: members depend on the type. */
  data: z.record(z.string(), z.unknown()),
});
export type IntegrationEvent = z.output<typeof IntegrationEvent>;
