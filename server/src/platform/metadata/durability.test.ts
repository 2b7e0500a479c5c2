import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DirectoryInUse } from '../data-dir/directory-lock.ts';
import { openMetadata } from './open-metadata.ts';
import { type TestStore, testEngines } from './test-metadata.ts';

/** Commits rows one after another and says the name of each once it is committed. */
const script = `
  const { openMetadata } = await import(${JSON.stringify(new URL('./open-metadata.ts', import.meta.url).href)});
  const logger = { info() {}, warn() {} };
  const metadata = await openMetadata({ dataDir: process.argv[1], logger });
  for (let i = 0; ; i++) {
    const name = process.pid + '-' + i;
    await metadata.db.insertInto('settings').values({ name, value: 'x'.repeat(500) }).execute();
    console.log(name);
  }`;

let store: TestStore;
let child: ChildProcess | undefined;
beforeEach(async () => {
  store = await testEngines.find(({ name }) => name === 'embedded')!.create();
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await store.remove();
});

/** Starts a writer; resolves with what it had acknowledged when it was killed, at a different moment each time. */
async function writeUntilKilled(rows: number, before: () => Promise<void>): Promise<string[]> {
  const writer = spawn(process.execPath, ['--input-type=module', '-e', script, store.options.dataDir]);
  child = writer;
  const acknowledged: string[] = [];
  let complaint = '';
  writer.stderr.on('data', (chunk) => {
    complaint += String(chunk);
  });
  const exit = new Promise((resolve) => writer.once('exit', resolve));
  for await (const line of createInterface({ input: writer.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === 1) await before();
    if (acknowledged.length === rows) writer.kill('SIGKILL');
  }
  await exit;
  expect(complaint).toBe('');
  return acknowledged;
}

test('committed rows survive kill -9, and a second process is refused meanwhile', async () => {
  const acknowledged: string[] = [];
  for (const rows of [37, 211, 96]) {
    const expectRejection = async () => {
      const second = openMetadata(store.options);
      await expect(second).rejects.toThrow(DirectoryInUse);
      await expect(second).rejects.toThrow(`in use by another process`);
    };
    acknowledged.push(...(await writeUntilKilled(rows, expectRejection)));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(37 + 211 + 96);

  const metadata = await openMetadata(store.options);
  const rows = await metadata.db.selectFrom('settings').select('name').execute();
  await metadata.close();
  const storedNames = new Set(rows.map(({ name }) => name));
  expect(acknowledged.filter((name) => !storedNames.has(name))).toEqual([]);
  // The row in flight at each kill may be there or not; nothing else may.
  expect(storedNames.size).toBeLessThanOrEqual(acknowledged.length + 3);
  // Three starts of a process that compiles the engine: 8 s here, more on a busy machine.
}, 120_000);

test('two stores in one process on one directory are refused too', async () => {
  const metadata = await openMetadata(store.options);
  await expect(openMetadata(store.options)).rejects.toThrow(DirectoryInUse);
  await metadata.close();
});
