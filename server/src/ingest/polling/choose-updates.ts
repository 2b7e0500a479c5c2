import { findHeader, passedHeaders } from '../proxy/headers.ts';
import type { AllowedUpdates } from './allowed-updates.ts';
import { isAllowed } from './allowed-updates.ts';
import type { PollAnswer } from './ask-updates.ts';
import { emptyAnswer, joinUpdates, type RawUpdate, toRawUpdate } from './slice-updates.ts';

/** Updates of a batch that the bot gets. */
export interface Selection {
  /** In Telegram's order. */
  updates: RawUpdate[];
  isWhole: boolean;
}

/** Leaves out what the bot did not ask for. */
export function chooseUpdates(batch: readonly RawUpdate[], allowedKinds: AllowedUpdates): Selection {
  const updates = batch.filter(({ kind }) => isAllowed(allowedKinds, kind));
  return { updates, isWhole: updates.length === batch.length };
}

/**
 * Updates that waited here and updates that wait at Telegram as one queue: by number, each once, at most `limit`. Telegram
 * delivers to a webhook in parallel, so an older update may still be there while a newer one waits here.
 */
export function mergeUpdates(
  queued: readonly RawUpdate[],
  newUpdates: readonly RawUpdate[],
  limit: number,
): RawUpdate[] {
  const byId = new Map([...newUpdates, ...queued].map((update) => [update.id, update]));
  return [...byId.values()].toSorted((a, b) => a.id - b.id).slice(0, limit);
}

/** Queued updates from the journal; records that are no update are left out. */
export function parseQueued(queued: readonly { raw: string }[]): RawUpdate[] {
  return queued.map(({ raw }) => toRawUpdate(raw)).filter((update) => update !== null);
}

/**
 * Resolves a negative offset: finds the first of the last `count` allowed updates; everything below it is discarded.
 * @returns its number; the number after the last update if none is allowed; null for an empty batch
 */
export function offsetOfLast(batch: readonly RawUpdate[], allowedKinds: AllowedUpdates, count: number): number | null {
  const last = batch.at(-1);
  if (last === undefined) return null;
  const matchingUpdates = batch.filter(({ kind }) => isAllowed(allowedKinds, kind));
  return matchingUpdates.at(-Math.min(count, matchingUpdates.length))?.id ?? last.id + 1;
}

/** The answer with other updates in it; Telegram's headers stay. */
export function withUpdates(answer: PollAnswer, updates: readonly RawUpdate[]): PollAnswer {
  return withBody(answer, updates.length === 0 ? emptyAnswer() : joinUpdates(updates));
}

function withBody(answer: PollAnswer, body: Buffer): PollAnswer {
  const connection = findHeader(answer.headers, 'connection');
  const answerHeaders = passedHeaders(answer.headers, connection);
  const headers: string[] = [];
  for (let index = 0; index + 1 < answerHeaders.length; index += 2) {
    const name = answerHeaders[index] ?? '';
    if (name.toLowerCase() !== 'content-length') headers.push(name, answerHeaders[index + 1] ?? '');
  }
  return { ...answer, headers: [...headers, 'Content-Length', String(body.length)], body };
}

/** An answer of our own that brings nothing. */
export function nothingNew(): PollAnswer {
  const body = emptyAnswer();
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
  return { status: 200, message: 'OK', headers, body };
}
