import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createCursors } from './cursors.ts';
import { addReader, createConsumerTables, minute, readers, start } from './test-consumers.ts';

const bot = 'curs000000001';

describe.each(testEngines)('cursors on $name', (engine) => {
  const metadata = testMetadata(engine);
  let clock = start;
  const cursorsOf = (instance: string, run: string, name = 'readers') =>
    createCursors({
      ...{ db: metadata().db, consumer: { ...readers, name }, claimant: { instance, run }, clock: () => clock },
    });

  beforeAll(() => createConsumerTables(metadata()));
  beforeEach(async () => {
    clock = start;
    await metadata().run('DELETE FROM event_cursors');
    await metadata().run('DELETE FROM readers');
    await addReader(metadata(), bot, 'a');
  });

  /*
   * | the cursor was                          | first | restarted | other |
   * |-----------------------------------------|-------|-----------|-------|
   * | never claimed                           | 1     | 1         | 1     |
   * | claimed by first a moment ago           | 1     | 2         |       |
   * | claimed by other a moment ago           |       |           | 1     |
   * | claimed by first, expired               | 1     | 2         | 2     |
   * | released by first                       | 2     | 2         | 2     |
   *
   * The number is the fence with which it is claimed; empty: it is not.
   */
  test.each<[string, string | null, number, (number | undefined)[]]>([
    ['never claimed', null, 0, [1, 1, 1]],
    ['claimed by first', 'first', minute - 1, [1, 2, undefined]],
    ['claimed by other', 'other', minute - 1, [undefined, undefined, 1]],
    ['claimed by first, expired', 'first', minute, [1, 2, 2]],
    ['released by first', 'first released', 0, [2, 2, 2]],
  ])('a cursor that was %s is claimed with these fences', async (_, holder, passedMs, expected) => {
    const fences: (number | undefined)[] = [];
    for (const claimant of ['first', 'restarted', 'other']) {
      clock = start;
      await metadata().run('DELETE FROM event_cursors');
      const processes = {
        first: cursorsOf('directory', 'first'),
        restarted: cursorsOf('directory', 'second'),
        other: cursorsOf('directory-2', 'first'),
      };
      if (holder !== null) await processes[holder === 'other' ? 'other' : 'first'].claimAll();
      if (holder === 'first released') await processes.first.release();
      clock += passedMs;
      const [cursor] = await processes[claimant as keyof typeof processes].claimAll();
      fences.push(cursor?.fence);
    }
    expect(fences).toEqual(expected);
  });

  test('a holder whose cursor was taken over can neither lock it nor release it', async () => {
    const [late, next] = [cursorsOf('one', 'first'), cursorsOf('two', 'first')];
    const [lateCursor] = await late.claimAll();
    if (lateCursor === undefined) throw new Error('not claimed');
    const { lock } = late.turn(lateCursor, false);
    expect((await lock.execute(metadata().db)).rows).toEqual([{ fence: 1 }]);
    clock += minute;
    const [nextCursor] = await next.claimAll();
    if (nextCursor === undefined) throw new Error('not claimed');
    expect((await lock.execute(metadata().db)).rows).toEqual([]);
    await late.release();
    expect((await next.turn(nextCursor, false).lock.execute(metadata().db)).rows).toEqual([{ fence: 2 }]);
    expect(await late.claimAll()).toEqual([]);
    // A turn that began before another process had the cursor does not go on either.
    await next.release();
    expect((await late.claimAll()).map(({ fence }) => fence)).toEqual([3]);
    expect((await lock.execute(metadata().db)).rows).toEqual([]);
  });

  test('two processes that claim at once get different cursors, and together all', async () => {
    const subjects = Array.from({ length: 20 }, (_, index) => `s${index}`);
    for (const subject of subjects) await addReader(metadata(), bot, subject);
    const [one, two] = await Promise.all([cursorsOf('one', 'first').claimAll(), cursorsOf('two', 'first').claimAll()]);
    const claimed = [...one, ...two].map(({ subject }) => subject);
    expect(claimed.toSorted()).toEqual(['a', ...subjects].toSorted());
  });

  test('subjects of removed bots are left out, and a cursor goes with its bot', async () => {
    const cursors = cursorsOf('one', 'first');
    expect(await cursors.claimAll()).toHaveLength(1);
    await metadata().run('UPDATE bots SET removed_at = now()');
    expect(await cursors.claimAll()).toEqual([]);
    await metadata().run('DELETE FROM bots');
    expect(await metadata().run('SELECT subject FROM event_cursors')).toEqual([]);
  });

  test('consumers have cursors of their own', async () => {
    const [one] = await cursorsOf('one', 'first').claimAll();
    const [other] = await cursorsOf('two', 'first', 'others').claimAll();
    expect([one?.fence, other?.fence]).toEqual([1, 1]);
  });
});
