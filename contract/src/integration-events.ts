import type * as z from 'zod/v4/core';
import { campaignEvents } from './integration-events/campaigns.ts';
import { connectionEvents } from './integration-events/connections.ts';
import type { IntegrationEventKind } from './integration-events/event-kind.ts';
import { fileEvents } from './integration-events/files.ts';
import { storedEvents } from './integration-events/stored-events.ts';
import { takeoverEvents } from './integration-events/takeover.ts';

export type { IntegrationEventKind } from './integration-events/event-kind.ts';

/**
 * Kinds of events that integrations send, by type (`group.name`). A feature that publishes events adds a file and a
 * line here, and writes the events down in the transaction of what happens; no provider is touched. The dashboard has a
 * text for each.
 */
const byType = {
  ...storedEvents,
  ...campaignEvents,
  ...connectionEvents,
  ...takeoverEvents,
  ...fileEvents,
} as const;
export type IntegrationEventType = keyof typeof byType;
export const integrationEventTypes = Object.keys(byType) as IntegrationEventType[];

/** The same, for code that treats all alike. */
export const integrationEventKinds: Readonly<Record<IntegrationEventType, IntegrationEventKind>> = byType;
/** Types of which the event store has the events. */
export type StoredEventType = keyof typeof storedEvents;
export const storedEventTypes = Object.keys(storedEvents) as StoredEventType[];
/** Data of an event, by its type. */
export type IntegrationEventData = { [Type in IntegrationEventType]: z.output<(typeof byType)[Type]['data']> };
