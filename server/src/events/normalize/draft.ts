import type { BotErrorReason, Event } from '@botscope/contract';
import { child, type JsonObject } from '../../telegram/json.ts';
import type { StartRules } from './start-payload.ts';

/** An update as it reached us. */
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
  /** What the door already found wrong with it. Such an update becomes no event. */
  problem?: BotErrorReason;
}

/** What the steps see: what came in, and what earlier steps made of it. */
export interface Draft {
  readonly received: Received;
  readonly update: JsonObject;
  readonly rules: StartRules;
  readonly event: Readonly<Event>;
}

/** Why an update becomes no event: a word of the bot's error log. */
export interface Rejected {
  rejected: BotErrorReason;
}

/** Adds what it finds to the event. Steps are pure and never throw: a strange field yields a neutral value. */
export type Step = (draft: Draft) => Partial<Event> | Rejected;

/** What a step answers that has nothing to add. */
export const nothingFound: Partial<Event> = Object.freeze({});

/** The object that the update is about, such as its message; an empty one for opaque updates. */
export function contentOf(draft: Pick<Draft, 'update' | 'event'>): JsonObject {
  return child(draft.update, draft.event.kind);
}
