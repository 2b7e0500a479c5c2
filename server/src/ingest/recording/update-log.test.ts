import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openUpdateLog, type UpdateLog } from './update-log.ts';

const bot = { key: '0000000000001', start_rules: null };
const update = (id: number) => ({ raw: `{"update_id":${id}}`, update: { update_id: id } });
let directory: string;
let path: string;
let log: UpdateLog | undefined;
/** Updates given to the recorder, in their order, and how it answers. */
let recordedUpdates: string[];
let answer: () => Promise<void>;
let backlog: boolean;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'botscope-updates-'));
  path = join(directory, 'updates.log');
  recordedUpdates = [];
  answer = async () => undefined;
  backlog = false;
});
afterEach(() => {
  log?.close();
  rmSync(directory, { recursive: true, force: true });
});
function open(): UpdateLog {
  log = openUpdateLog({
    path,
    recorder: {
      recordUpdates(_bot, updates) {
        recordedUpdates.push(...updates.map(({ raw = '' }) => raw));
        return answer();
      },
      hasBacklog: () => backlog,
    },
    botOf: async (key) => (key === bot.key ? bot : null),
    onGap: () => undefined,
    logger: { warn: () => undefined },
  });
  return log;
}
const text = (): string => readFileSync(path, 'utf8');

test('an update that is durable at once is in no log', async () => {
  await open().recordUpdates(bot, [update(1)]);
  expect([recordedUpdates, text()]).toEqual([['{"update_id":1}'], '']);
});

test('an update that takes longer than a moment is in the log until it is durable', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = () => promise;
  await open().recordUpdates(bot, [update(1), update(2)]);
  expect(text().split('\n')).toHaveLength(3);
  resolve();
  await expect.poll(text).toBe('');
});

test('nobody waits for a recorder with a backlog; the next start records what it could not', async () => {
  backlog = true;
  answer = () => new Promise(() => undefined);
  const first = open();
  await first.recordUpdates(bot, [update(1)]);
  first.close();
  recordedUpdates = [];
  answer = async () => undefined;
  open();
  await expect.poll(() => recordedUpdates).toEqual(['{"update_id":1}']);
  await expect.poll(text).toBe('');
});
