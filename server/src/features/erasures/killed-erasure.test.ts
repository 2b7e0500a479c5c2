import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { pino } from 'pino';
import { afterAll, expect, it, vi } from 'vitest';
import { openEventStore } from '../../events/store/open-event-store.ts';
import { anEvent } from '../../events/store/test-event.ts';
import { openMetadata } from '../../platform/metadata/open-metadata.ts';
import { copyEmptyStores } from '../../roles/test-data-directory.ts';
import { createTakeoverStore } from '../takeover/takeover-store.ts';

vi.setConfig({ testTimeout: 120_000 });

const script = fileURLToPath(new URL('./fixtures/erase-until-killed.ts', import.meta.url));
const logger = pino({ level: 'silent' });
const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** Users 1, 2 and 3 with five events each; a colleague answers 1. */
async function fill(key: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-erasure-'));
  directories.push(dataDir);
  await copyEmptyStores(dataDir);
  const metadata = await openMetadata({ dataDir, logger });
  const columns = { bot_name: 'killed_bot', username: 'killed_bot', account_key: null, api_key_hash: '' };
  await metadata.db
    .insertInto('bots')
    .values({ key, ...columns })
    .execute();
  const chat = { bot: key, userId: 1, account: null, mode: 'drop', minutes: 30, fromOther: false } as const;
  await createTakeoverStore(metadata.db).take(chat);
  await metadata.close();
  const store = await openEventStore({ dataDir, logger, onRejected: () => undefined });
  const events = Array.from({ length: 15 }, (_, id) => anEvent({ bot: key, id: String(id), userId: 1 + (id % 3) }));
  await store.write(events);
  await store.flush();
  await store.close();
  return dataDir;
}

const steps = [
  'after INSERT INTO events',
  'before DELETE FROM events',
  'after DELETE FROM users',
  'after takeovers',
  'before ALTER TABLE events APPLY DELETED MASK',
  'after the end',
];

it.each(byRunLength({ regular: steps.filter((_, index) => index % 2 === 0), long: steps }))(
  'an erasure whose process is killed %s is done after a restart, with nobody doubled',
  async (step) => {
    const key = 'abcdef0123456';
    const dataDir = await fill(key);
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [script, dataDir, key, ...args], { encoding: 'utf8' });
    expect(run(step).signal).toBe('SIGKILL');
    const { stdout, stderr } = run();
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ state: 'done', users: 2, left: 0, events: { rows: 15, users: 3 } });
  },
);
