import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { openThrowawayStore, type ThrowawayStore } from '../store/test-stores.ts';
import {
  addReader,
  createConsumerTables,
  followUps,
  killedBefore,
  messageAt,
  minute,
  start,
  startRun,
} from './test-consumers.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

describe.each(testEngines)('events, with cursors on $name', (engine) => {
  const metadata = testMetadata(engine);
  let now = 0;
  let bot = '';
  const clock = () => start + now * minute;
  beforeAll(() => createConsumerTables(metadata()));
  beforeEach(async () => {
    now = 0;
    bot = store.freshBot();
    for (const table of ['event_cursors', 'readers', 'follow_ups']) await metadata().run(`DELETE FROM ${table}`);
    await addReader(metadata(), bot, 'a');
  });
  const run = (instance: string, options: Partial<Parameters<typeof startRun>[0]> = {}) =>
    startRun({ db: metadata().db, store, clock, instance, ...options });
  const writeAt = (...minutes: number[]) =>
    store.write(minutes.map((received, index) => messageAt(bot, 100 * received + index, received)));

  test('are read in the order of receipt, each once, by every subject', async () => {
    await addReader(metadata(), bot, 'b');
    const process = run('one');
    await writeAt(3, 1, 2);
    now = 4;
    await process.turns();
    await process.turns(true);
    await writeAt(5, 4, 7, 6, 8);
    now = 9;
    await process.turns();
    const expected = ['101', '202', '300', '401', '500', '603', '702', '804'];
    expect(await followUps(metadata(), 'a')).toEqual(expected);
    expect(await followUps(metadata(), 'b')).toEqual(expected);
  });

  test('that reach the store within five minutes are read by the next look, later ones by a deep one', async () => {
    const process = run('one');
    now = 30;
    await process.turns();
    await writeAt(26, 10);
    now = 31;
    await process.turns();
    expect(await followUps(metadata(), 'a')).toEqual(['2600']);
    now = 24 * 60;
    await process.turns();
    expect(await followUps(metadata(), 'a')).toEqual(['2600']);
    await process.turns(true);
    await process.turns(true);
    expect(await followUps(metadata(), 'a')).toEqual(['2600', '1001']);
  });

  test('are read at once when the clock is set right between their receipt and their store', async () => {
    let passed = 30;
    const process = run('one', { monotonic: () => passed * minute });
    now = 20;
    await process.turns();
    passed += 1;
    now = 31;
    await process.turns();
    await writeAt(21);
    passed += 4;
    now = 35;
    await process.turns();
    expect(await followUps(metadata(), 'a')).toEqual(['2100']);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])('are once when the process dies before statement %i', async (statements) => {
    await writeAt(1, 2, 3, 4, 5, 6, 7);
    now = 8;
    const expected = ['100', '201', '302', '403', '504', '605', '706'];
    const dying = run('one', { db: killedBefore(metadata().db, statements) });
    await dying.turns().catch((error: unknown) => expect(error).toEqual(new Error('killed')));
    const partial = await followUps(metadata(), 'a');
    expect(partial).toEqual(expected.slice(0, partial.length));
    await run('one', { run: 'second' }).turns();
    expect(await followUps(metadata(), 'a')).toEqual(expected);
  });

  test('of a long history are not read from its start again after a restart', async () => {
    await writeAt(10, 20, 30, 40, 50, 60, 70);
    now = 80;
    // Dies when it has stored the second page and begins the third.
    await expect(run('one', { db: killedBefore(metadata().db, 5) }).turns()).rejects.toThrow('killed');
    const looks: number[] = [];
    const next = run('one', { run: 'second', onPage: (from) => void looks.push((from - start) / minute) });
    await next.turns();
    await next.turns();
    expect(looks).toEqual([55, 75]);
    expect(await followUps(metadata(), 'a')).toHaveLength(7);
  });

  test('of a process that hangs are read by another one, and what it writes then counts for nothing', async () => {
    await writeAt(1, 2, 3, 4, 5);
    now = 6;
    const { promise: end, resolve } = Promise.withResolvers<void>();
    let pages = 0;
    const hanging = run('one', {
      onPage: async () => {
        pages += 1;
        if (pages === 2) await end;
      },
    });
    const turns = hanging.turns();
    await expect.poll(() => pages).toBe(2);
    expect(await followUps(metadata(), 'a')).toEqual(['100', '201', '302']);
    now = 6.5;
    const other = run('two');
    await other.turns();
    expect(await followUps(metadata(), 'a')).toHaveLength(3);
    now = 8;
    await other.turns();
    await metadata().run('DELETE FROM follow_ups');
    const rows = () => metadata().run('SELECT claimed_by, fence, read_until FROM event_cursors');
    const before = await rows();
    resolve();
    await turns;
    expect(await rows()).toEqual(before);
    expect(await followUps(metadata(), 'a')).toEqual([]);
  });

  test('of two processes that look at once are written down once', async () => {
    await writeAt(1, 2, 3, 4, 5, 6, 7, 8);
    now = 9;
    for (let round = 0; round < 3; round += 1) await Promise.all([run('one').turns(), run('two').turns()]);
    expect(await followUps(metadata(), 'a')).toEqual(['100', '201', '302', '403', '504', '605', '706', '807']);
  });
});
