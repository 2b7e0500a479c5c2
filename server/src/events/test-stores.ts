import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openEmbeddedEngine } from './engine/embedded.ts';
import { type EventStore, type EventStoreOptions, openEventStoreOn, type Rejection } from './event-store.ts';

/** A store for one test file, gone with its files after `close`. Its `write` also flushes: rows are visible at once. */
export interface ThrowawayStore extends EventStore {
  /** Everything `onRejected` was given. */
  rejections: Rejection[];
  /** A bot key nobody else uses. Tests in one file share the tables; each takes bots of its own. */
  freshBot(): string;
}

/** The embedded engine binds one directory per process, so the stores of one test file share it. */
let shared: { directory: string; users: number } | undefined;

export async function openThrowawayStore(options: Partial<EventStoreOptions> = {}): Promise<ThrowawayStore> {
  shared ??= { directory: mkdtempSync(join(tmpdir(), 'botscope-events-')), users: 0 };
  const used = shared;
  used.users += 1;
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-store-'));
  const rejections: Rejection[] = [];
  const store = await openEventStoreOn(openEmbeddedEngine(used.directory), {
    logger: pino({ level: 'silent' }),
    onRejected: (more) => void rejections.push(...more),
    ...options,
    dataDir,
  });
  return {
    ...store,
    async write(events) {
      await store.write(events);
      await store.flush();
    },
    rejections,
    freshBot: () => randomBytes(7).toString('hex').slice(0, 13),
    async close() {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
      used.users -= 1;
      if (used.users > 0) return;
      shared = undefined;
      rmSync(used.directory, { recursive: true, force: true });
    },
  };
}
