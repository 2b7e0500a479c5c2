import { listConditions, type SegmentGroup } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';

/** A pattern must be one that the engine itself takes. @throws AppError InvalidPattern that names the field, StoreUnavailable */
export async function checkPattern(store: Pick<EventStore, 'query'>, pattern: string, field: string): Promise<void> {
  try {
    await store.query({
      sql: "SELECT match(materialize(''), {pattern:String})",
      params: { pattern },
      tag: 'check-pattern',
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('InvalidPattern', { field, cause: error });
  }
}

/** Checks all patterns in rules. */
export async function checkPatterns(store: Pick<EventStore, 'query'>, rules: SegmentGroup): Promise<void> {
  for (const condition of listConditions(rules)) {
    if (condition.kind !== 'event' || condition.event.kind !== 'text' || condition.event.match !== 'pattern') continue;
    await checkPattern(store, condition.event.text, 'rules');
  }
}
