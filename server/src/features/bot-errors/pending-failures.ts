import type { BotFailure } from '../../ingest/recording/bot-failure.ts';
import { redactTokens } from '../../telegram/redact.ts';

/** Equal failures of one bot. */
export interface FailureGroup extends Required<BotFailure> {
  /** Unix ms. */
  firstAt: number;
  lastAt: number;
}

const textLength = 2_000;
const methodLength = 64;
/** A token that is cut in two would not be recognized. */
const longestToken = 64;
/** At 2,000 characters each, some 10 MB: what a day without the store may hold, for bots whose failures are of few kinds. */
const maxPendingGroups = 5_000;

/** Failures on their way to the store. Equal ones are counted, so an outage fills memory only with their kinds. */
export function createPendingFailures(maxGroups = maxPendingGroups) {
  let groups = new Map<string, FailureGroup>();
  let droppedCount = 0;

  const merge = (group: FailureGroup): void => {
    const key = [group.bot, group.kind, group.code, group.method, group.reason].join('\n');
    const knownGroup = groups.get(key);
    if (knownGroup === undefined && groups.size >= maxGroups) {
      droppedCount += group.count;
      return;
    }
    const isNewer = knownGroup === undefined || group.lastAt >= knownGroup.lastAt;
    groups.set(key, {
      ...(isNewer ? group : knownGroup),
      count: group.count + (knownGroup?.count ?? 0),
      firstAt: Math.min(group.firstAt, knownGroup?.firstAt ?? group.firstAt),
    });
  };

  return {
    add(failure: BotFailure, failedAt: number): void {
      merge({
        ...failure,
        method: storable(failure.method ?? '', methodLength),
        text: storable(redactTokens(failure.text.slice(0, textLength + longestToken)), textLength),
        count: failure.count ?? 1,
        userId: failure.userId ?? null,
        firstAt: failedAt,
        lastAt: failedAt,
      });
    },
    /** Puts back what could not be written. */
    giveBack(unsavedGroups: readonly FailureGroup[]): void {
      for (const group of unsavedGroups) merge(group);
    },
    /** Everything gathered, which is then no longer pending, and the number that found no room since the last time. */
    take(): { groups: FailureGroup[]; dropped: number } {
      const batch = { groups: [...groups.values()], dropped: droppedCount };
      groups = new Map();
      droppedCount = 0;
      return batch;
    },
    forget(bot: string): void {
      for (const [key, group] of groups) if (group.bot === bot) groups.delete(key);
    },
    isEmpty: () => groups.size === 0,
  };
}

/** PostgreSQL's texts hold neither zero characters nor half surrogate pairs. */
function storable(text: string, length: number): string {
  return text.slice(0, length).replaceAll('\0', '\ufffd').toWellFormed();
}
