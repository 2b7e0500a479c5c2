import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '@botscope/contract';
import { pino } from 'pino';
import { openEmbeddedEngine } from './engine/embedded.ts';
import type { Engine } from './engine/engine.ts';
import { openServerEngine } from './engine/server.ts';
import type { EventStore, EventStoreOptions, Rejection } from './event-store.ts';
import { openEventStoreOn } from './open-event-store.ts';
import { copyEmptyEvents } from './test-data.ts';

/** For `describe.each(engines)`: the same tests on the embedded engine and on a server over HTTP. */
export const engines = ['embedded', 'server'] as const;

/** A store for one test file, gone with its files after `close`. Its `write` also flushes: rows are visible at once. */
export interface ThrowawayStore extends EventStore {
  /** Writes as the production store does: resolves when the rows are durable, not when they are visible. */
  writeOnly(events: readonly Event[]): Promise<void>;
  /** Everything `onRejected` was given. */
  rejections: Rejection[];
  dataDir: string;
  /** A bot key nobody else uses. Tests in one file share the tables; each takes bots of its own. */
  freshBot(): string;
}

/** State that stores of one test file share: the embedded engine binds one directory per process. */
interface Shared {
  directory: string;
  hasTables: Promise<void>;
  users: number;
  server?: Promise<{ child: ChildProcess; url: string }>;
}
const sharedByKind = new Map<Engine['kind'], Shared>();

export async function openThrowawayStore(
  kind: Engine['kind'] = 'embedded',
  options: Partial<EventStoreOptions> = {},
): Promise<ThrowawayStore> {
  const sharedEngine = sharedByKind.get(kind) ?? share();
  sharedByKind.set(kind, sharedEngine);
  sharedEngine.users += 1;
  await sharedEngine.hasTables;
  const dataDir = makeDirectory('store');
  const rejections: Rejection[] = [];
  const engine =
    kind === 'embedded' ? openEmbeddedEngine(sharedEngine.directory) : openServerEngine(await serverUrl(sharedEngine));
  const store = await openEventStoreOn(engine, {
    logger: pino({ level: 'silent' }),
    onRejected: (batch) => void rejections.push(...batch),
    intervalMs: 0,
    ...options,
    dataDir,
  });
  return {
    ...store,
    rejections,
    dataDir,
    writeOnly: store.write,
    async write(events) {
      await store.write(events);
      await store.flush();
    },
    freshBot,
    async close() {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      sharedEngine.users -= 1;
      if (sharedEngine.users > 0) return;
      sharedByKind.delete(kind);
      await stopServer(sharedEngine);
      rmSync(sharedEngine.directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function share(): Shared {
  const directory = makeDirectory('events');
  return { directory, hasTables: copyEmptyEvents(directory), users: 0 };
}

export function freshBot(): string {
  return randomBytes(7).toString('hex').slice(0, 13);
}

function makeDirectory(name: string): string {
  return mkdtempSync(join(tmpdir(), `botscope-${name}-`));
}

async function serverUrl(sharedEngine: Shared): Promise<string> {
  sharedEngine.server ??= startServer(sharedEngine.directory);
  return (await sharedEngine.server).url;
}

/** Starts ClickHouse's HTTP interface in another process, on a free port or a given one. */
export async function startServer(directory: string, port = 0): Promise<{ child: ChildProcess; url: string }> {
  const script = join(import.meta.dirname, 'fixtures', 'clickhouse-http.ts');
  const child = spawn(process.execPath, [script, directory, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { child, url: `http://127.0.0.1:${Number(String(line))}` };
}

async function stopServer(sharedEngine: Shared): Promise<void> {
  if (!sharedEngine.server) return;
  const { child } = await sharedEngine.server;
  const serverExit = once(child, 'exit');
  child.stdin?.end();
  await serverExit;
}
