import type { Event, FieldValue, FieldWriter } from '@botscope/contract';
import { fieldChangeEvent } from '../../events/normalize/field-change-event.ts';
import type { FieldsByKey } from './field-definitions.ts';
import { readFieldValue, type ValueProblem } from './read-field-value.ts';

/** A value to be written, as it was sent. */
export interface ValueChange {
  userId: number;
  key: string;
  value: unknown;
}

/** On whose behalf values are written. */
export interface ChangedBy {
  kind: FieldWriter;
  account?: string;
}

export interface RejectedValue<Change extends ValueChange = ValueChange> {
  change: Change;
  reason: 'UnknownField' | 'FieldNotEnabled' | ValueProblem;
}

export interface WrittenValues<Change extends ValueChange = ValueChange> {
  events: Event[];
  /** Values of the events, each in the form in which it is stored. */
  values: { userId: number; key: string; value: FieldValue | null }[];
  rejected: RejectedValue<Change>[];
}

/**
 * Numbers that only grow, for each bot: microseconds of the clock, so those of two processes are in the order of their
 * clocks. They begin above what is stored: after a clock was ahead and set right, each write would lose to an older one
 * until then. `newestOf` may reject.
 */
export function createVersions(newestOf: (bot: string) => Promise<number>) {
  const newest = new Map<string, number>();
  const loadedBots = new Set<string>();

  return {
    /** Before the first version of a bot. Values are taken, too, while the event store is away: by the clock alone. */
    async prepare(bot: string): Promise<void> {
      if (loadedBots.has(bot)) return;
      const storedVersion = await newestOf(bot).catch(() => null);
      if (storedVersion === null) return;
      newest.set(bot, Math.max(storedVersion, newest.get(bot) ?? 0));
      loadedBots.add(bot);
    },
    next(bot: string, now: number): number {
      const version = Math.max((newest.get(bot) ?? 0) + 1, now * 1_000);
      newest.set(bot, version);
      return version;
    },
  };
}

/** When a version was made, Unix ms. */
export const timeOf = (version: number): number => Math.floor(version / 1_000);

/** Checks each change and makes its event: one a step of a fair loop. */
export function* valuesInSteps<Change extends ValueChange>(
  bot: string,
  changes: Iterable<Change>,
  options: { fields: FieldsByKey; by: ChangedBy; now: number; nextVersion: (now: number) => number },
): Generator<undefined, WrittenValues<Change>> {
  const { fields, by, now, nextVersion } = options;
  const events: Event[] = [];
  const values: WrittenValues['values'] = [];
  const rejected: RejectedValue<Change>[] = [];
  for (const change of changes) {
    const field = fields.get(change.key);
    const read = field === undefined ? null : readFieldValue(field, change.value);
    if (field === undefined || read === null) rejected.push({ change, reason: 'UnknownField' });
    else if (field.status !== 'enabled') rejected.push({ change, reason: 'FieldNotEnabled' });
    else if ('problem' in read) rejected.push({ change, reason: read.problem });
    else {
      const { key, type } = field;
      const { userId } = change;
      const version = nextVersion(now);
      events.push(fieldChangeEvent({ bot, userId, key, type, value: read.value, by, at: now, version }));
      values.push({ userId, key, value: read.value });
    }
    yield;
  }
  return { events, values, rejected };
}
