import { randomBytes } from 'node:crypto';
import type { Bus } from '../../platform/bus/bus.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { Keyed } from './hit-page.ts';

/** Time for which the list is trusted without a notice that it has changed: the bus may be down. */
const trustedMs = 30_000;
const timeoutMs = 3_000;

export const newHitKey = (): string => randomBytes(16).toString('hex');

/** Until when the key before is taken; null = it is not (any more). */
export const shownOldKeyUntil = ({ oldKeyUntil }: Keyed, now: number): string | null =>
  oldKeyUntil !== null && oldKeyUntil.getTime() > now ? oldKeyUntil.toISOString() : null;

interface Entry<Row> {
  row: Row;
  until: number;
}

/**
 * The Mini App or website of a key, from memory: all of them are some hundred bytes each, and keys that nobody has cost no
 * query. Hits go on with the list of before while the store is away.
 */
export function createHitKeys<Row extends Keyed>(deps: {
  all: () => Promise<readonly Row[]>;
  bus: Pick<Bus, 'subscribe'>;
  clock?: Clock;
}) {
  const { now, monotonic } = deps.clock ?? systemClock;
  let rows: ReadonlyMap<string, Entry<Row>> | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;
  /** Grows with each change: what was read meanwhile may be older. */
  let changes = 0;
  let loading: Promise<void> | null = null;
  const stop = deps.bus.subscribe('pages-changed', () => {
    changes += 1;
    loadedAt = Number.NEGATIVE_INFINITY;
  });

  async function load(): Promise<void> {
    const began = changes;
    const all = await withTimeout(deps.all(), timeoutMs);
    rows = new Map(all.flatMap(toEntries));
    if (changes === began) loadedAt = monotonic();
  }

  async function refresh(): Promise<void> {
    loading ??= load().finally(() => {
      loading = null;
    });
    await loading.catch((cause: unknown) => {
      if (rows === null) throw new AppError('StoreUnavailable', { cause });
      // Asked again after a while, not with every hit.
      loadedAt = monotonic();
    });
  }

  return {
    /** Null for a key that none has. @throws AppError StoreUnavailable before the first list is read */
    async ofKey(key: string): Promise<Row | null> {
      if (monotonic() - loadedAt >= trustedMs) await refresh();
      const entry = rows?.get(key);
      return entry !== undefined && entry.until > now() ? entry.row : null;
    },
    close: stop,
  };
}

function toEntries<Row extends Keyed>(row: Row): [string, Entry<Row>][] {
  const entries: [string, Entry<Row>][] = [[row.key, { row, until: Number.POSITIVE_INFINITY }]];
  if (row.oldKey !== null && row.oldKeyUntil !== null)
    entries.push([row.oldKey, { row, until: row.oldKeyUntil.getTime() }]);
  return entries;
}
