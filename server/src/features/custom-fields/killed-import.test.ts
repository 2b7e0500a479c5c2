import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openEventStore } from '../../events/store/open-event-store.ts';
import { anEvent } from '../../events/store/test-event.ts';
import { openMetadata } from '../../platform/metadata/open-metadata.ts';
import { copyEmptyStores } from '../../roles/test-data-directory.ts';
import { createCustomFields } from './custom-fields.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const script = fileURLToPath(new URL('./fixtures/import-until-killed.ts', import.meta.url));
const key = 'abcdef0123456';
/** Three batches, or a hundred and one in `npm run test:long`, with kills at any moment. */
const rows = byRunLength({ regular: 2_500, long: 100_000 });
const moments = Array.from({ length: 5 }, () => `within ${500 + Math.floor(Math.random() * 10_000)}`);
const kills = ['before 2', 'after 3', ...byRunLength({ regular: [], long: moments })];
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'botscope-import-'));
  await copyEmptyStores(dataDir);
  const logger = pino({ level: 'silent' });
  const metadata = await openMetadata({ dataDir, logger });
  const columns = { bot_name: 'killed_bot', username: 'killed_bot', account_key: null, api_key_hash: '' };
  await metadata.db
    .insertInto('bots')
    .values({ key, ...columns })
    .execute();
  const store = await openEventStore({ dataDir, logger, onRejected: () => undefined });
  const field = { key: 'note', name: 'Note', type: 'text', accountKey: null } as const;
  await createCustomFields({ metadata, store }).create(key, field);
  await store.write(Array.from({ length: rows }, (_, id) => anEvent({ bot: key, id: String(id), userId: id + 1 })));
  await store.flush();
  await store.close();
  await metadata.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('an import of values whose process is killed again and again, and repeated, leaves each value once', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [script, dataDir, key, String(rows), ...args], { encoding: 'utf8' });
  for (const kill of kills) {
    const { signal, status } = run(kill);
    // Within a moment that a quiet machine needs for all of it, the import ends before.
    expect(kill.startsWith('within') && status === 0 ? 'SIGKILL' : signal, kill).toBe('SIGKILL');
  }
  const { stdout, stderr } = run();
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    answer: {
      rows: rows + 1,
      known: rows,
      unknown: 0,
      duplicates: 0,
      invalid: 1,
      values: rows,
      problems: [{ line: rows + 2, key: '', problem: 'InvalidUser', text: 'nobody' }],
    },
    stored: { rows, users: rows, right: rows },
  });
});
