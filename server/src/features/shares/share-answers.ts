import type { Report } from '@botscope/contract';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

/** Reports counted for a link, and the time of the count. */
interface ShareAnswer {
  reports: Report[];
  /** ISO 8601. */
  asOf: string;
}

/** Anyone with a link may reload it as often as they like: the engine is queried once a minute. */
const keptMs = 60_000;
/** A hundred links of which all periods are looked at, some 10 kB each. */
const maxEntries = 400;

/**
 * Keeps the answers of links for a minute, in the memory of this process. Readers who ask at the same time wait for one
 * answer; one who leaves does not stop it for the others. Whether the link still works is never kept: the store says so
 * with every read, so a link that another process revokes ends at once.
 */
export function createShareAnswers({ now, monotonic }: Clock) {
  const cachedAnswers = new Map<string, { until: number; answer: Promise<ShareAnswer> }>();

  function makeRoom(): void {
    for (const [key, { until }] of cachedAnswers) if (until <= monotonic()) cachedAnswers.delete(key);
    // The oldest stands first.
    for (const key of cachedAnswers.keys()) {
      if (cachedAnswers.size < maxEntries) return;
      cachedAnswers.delete(key);
    }
  }

  return {
    /** `key` must name everything that the answer depends on. Throws what `ask` throws. */
    read(key: string, ask: () => Promise<Report[]>): Promise<ShareAnswer> {
      const cachedEntry = cachedAnswers.get(key);
      if (cachedEntry !== undefined && cachedEntry.until > monotonic()) return cachedEntry.answer;
      makeRoom();
      const readAt = new Date(now()).toISOString();
      const answer = ask().then((reports) => ({ reports, asOf: readAt }));
      const entry = { until: monotonic() + keptMs, answer };
      cachedAnswers.delete(key);
      cachedAnswers.set(key, entry);
      // A query that is too heavy stays so for its minute, or trying again would be a way to keep the engine busy.
      answer.catch((error: unknown) => {
        const isHeavy = error instanceof AppError && error.code === 'QueryTooHeavy';
        if (!isHeavy && cachedAnswers.get(key) === entry) cachedAnswers.delete(key);
      });
      return answer;
    },
  };
}
