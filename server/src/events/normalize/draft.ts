import type { BotErrorReason, Event } from '@botscope/contract';
import { child, type JsonObject } from '../../telegram/json.ts';
import type { StartRules } from './start-payload.ts';

/** An update as it was received. */
export interface Received {
  /** Public key of the bot. */
  bot: string;
  /** When the bot received it according to the sender, in any form; see resolve-timestamps.ts. */
  date?: unknown;
  /** Unix milliseconds. */
  receivedAt: number;
  update: unknown;
  /** The update's exact JSON text, if available; otherwise the update is serialized again. */
  raw?: string;
  /** A problem that the endpoint has already found. Such an update becomes no event. */
  problem?: BotErrorReason;
}

/** The input of a step: the received update, and the results of earlier steps. */
export interface Draft {
  readonly received: Received;
  readonly update: JsonObject;
  readonly rules: StartRules;
  readonly event: Readonly<Event>;
}

/** Why an update becomes no event: a reason of the bot's error log. */
export interface Rejected {
  rejected: BotErrorReason;
}

/** Adds what it finds to the event. Steps are pure and never throw: a strange field yields a neutral value. */
export type Step = (draft: Draft) => Partial<Event> | Rejected;

/** The result of a step that adds nothing. */
export const nothingFound: Partial<Event> = Object.freeze({});

/** The object that the update is about, such as its message; an empty one for opaque updates. */
export function contentOf(draft: Pick<Draft, 'update' | 'event'>): JsonObject {
  return child(draft.update, draft.event.kind);
}
