import type { HitApp } from '../../ingest/hits/take-hits.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { MiniAppStore, StoredApp } from './mini-app-store.ts';

/** How long the list is trusted when no process says that it has changed: the bus may be down. */
const trustedMs = 30_000;
const timeoutMs = 3_000;

/**
 * The Mini App of a key, from memory: all of them are some hundred bytes each, and keys that nobody has cost no query.
 * Hits go on with the list of before while the store is away.
 */
export function createAppKeys(deps: {
  rows: Pick<MiniAppStore, 'all'>;
  bus: Pick<Bus, 'subscribe'>;
  now: () => number;
}) {
  const { now } = deps;
  let apps: ReadonlyMap<string, { app: HitApp; until: number }> | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;
  /** Grows with each change: what was read meanwhile may be older. */
  let changes = 0;
  let loading: Promise<void> | null = null;
  const stop = deps.bus.subscribe('mini-apps-changed', () => {
    changes += 1;
    loadedAt = Number.NEGATIVE_INFINITY;
  });

  async function load(): Promise<void> {
    const began = changes;
    const rows = await withTimeout(deps.rows.all(), timeoutMs);
    apps = new Map(rows.flatMap(keysOf));
    if (changes === began) loadedAt = now();
  }

  async function refresh(): Promise<void> {
    loading ??= load().finally(() => {
      loading = null;
    });
    await loading.catch((cause: unknown) => {
      if (apps === null) throw new AppError('StoreUnavailable', { cause });
      // Asked again after a while, not with every hit.
      loadedAt = now();
    });
  }

  return {
    /** Null for a key that no app has. @throws AppError StoreUnavailable before the first list is read */
    async ofKey(key: string): Promise<HitApp | null> {
      if (now() - loadedAt >= trustedMs) await refresh();
      const found = apps?.get(key);
      return found !== undefined && found.until > now() ? found.app : null;
    },
    close: stop,
  };
}

function keysOf(app: StoredApp): [string, { app: HitApp; until: number }][] {
  const seen = { id: app.id, bot: app.bot, takesHits: app.status === 'enabled', origins: app.origins };
  const entries: [string, { app: HitApp; until: number }][] = [
    [app.key, { app: seen, until: Number.POSITIVE_INFINITY }],
  ];
  if (app.oldKey !== null && app.oldKeyUntil !== null)
    entries.push([app.oldKey, { app: seen, until: app.oldKeyUntil.getTime() }]);
  return entries;
}
