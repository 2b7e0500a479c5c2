import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { testEngines } from '../../platform/metadata/test-metadata.ts';
import { dayMs } from '../../platform/time-units.ts';
import { file, uploadBench } from './test-uploads.ts';

const server = testEngines.find(({ name }) => name === 'server');
const bench = uploadBench(server);
const list = `id,date\n${Array.from({ length: 3_000 }, (_, index) => `${index + 1},2024-03-01`).join('\n')}\nx,\n`;

/** An instance that has a file, and another one that has not. */
function openBoth() {
  const other = bench.newInstance();
  return { owner: bench.open(), other, elsewhere: bench.open(undefined, other) };
}
/** The event store takes nothing until the returned function is called. */
function stopWrites(): () => void {
  bench.write = async () => {
    throw new AppError('StoreUnavailable');
  };
  return () => {
    bench.write = bench.store.write;
  };
}
const loadRow = (id: string) =>
  bench.metadata().db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();

describe('a file on the disk of one instance', () => {
  it('is listed, started and read to its report through another one', async () => {
    const { owner, elsewhere } = openBoth();
    const { id } = await owner.receive(bench.bot, 'a.csv', file(list));
    expect(await elsewhere.list(bench.bot)).toMatchObject([{ id, state: 'ready', columns: ['id', 'date'] }]);
    expect(await elsewhere.start(bench.bot, id, { content: 'users' })).toMatchObject({ state: 'running' });
    // The other one has nothing to read, however often it looks.
    await elsewhere.check();
    expect(await loadRow(id)).toMatchObject({ owner: bench.owner, claimed_by: null });
    // The owner sees it by itself, within a second.
    expect(await bench.finished(elsewhere, id)).toMatchObject({ state: 'done', accepted: 3_000, refused: 1 });
    const report = await elsewhere.rejectedRows(bench.bot, id);
    expect(gunzipSync(report!).toString()).toBe('line,reason,text\r\n3002,BadUserId,"[""x"",""""]"\r\n');
    await expect.poll(() => bench.kept()).toEqual([]);
    await bench.store.flush();
    expect(await bench.count()).toBe(3_000);
  });

  it('is stopped through another one, which answers when that is done; and thrown away', async () => {
    const { owner, elsewhere } = openBoth();
    const { id } = await owner.receive(bench.bot, 'a.csv', file(list));
    stopWrites();
    await owner.start(bench.bot, id, { content: 'users' });
    await elsewhere.cancel(bench.bot, id);
    expect(await owner.get(bench.bot, id)).toMatchObject({ state: 'cancelled' });
    await elsewhere.cancel(bench.bot, id);
    await expect(owner.get(bench.bot, id)).rejects.toMatchObject({ code: 'NotFound' });

    const waitingUpload = await owner.receive(bench.bot, 'b.csv', file(list));
    await elsewhere.cancel(bench.bot, waitingUpload.id);
    await expect(owner.get(bench.bot, waitingUpload.id)).rejects.toMatchObject({ code: 'NotFound' });
    expect(bench.kept()).toEqual([waitingUpload.id]);
    await owner.tidy();
    expect(bench.kept()).toEqual([]);
  });

  it('is not touched by starts of the other one while it is read', async () => {
    const { owner, other, elsewhere } = openBoth();
    const { id } = await owner.receive(bench.bot, 'a.csv', file(list));
    const goOn = stopWrites();
    await owner.start(bench.bot, id, { content: 'users' });
    await expect.poll(async () => (await loadRow(id))?.claimed_by).not.toBeNull();
    const before = await loadRow(id);
    for (let starts = 0; starts < 2; starts += 1) {
      const restartedUploads = bench.open(undefined, other);
      await restartedUploads.resume();
      await restartedUploads.close();
    }
    await elsewhere.tidy();
    expect(await loadRow(id)).toEqual({ ...before, owner_seen_at: expect.any(Date) });
    expect(bench.kept().sort()).toEqual([id, `${id}.reading`]);
    goOn();
    expect(await bench.finished(elsewhere, id)).toMatchObject({ state: 'done', accepted: 3_000 });
  });

  it('is read once, although the owner is asked here and looks at its rows at the same time', async () => {
    const { owner, elsewhere } = openBoth();
    const { id } = await owner.receive(bench.bot, 'a.csv', file(list));
    let writtenCount = 0;
    bench.write = async (events) => {
      writtenCount += events.length;
      await bench.store.write(events);
    };
    const looks = Array.from({ length: 5 }, () => owner.check());
    await Promise.all([elsewhere.start(bench.bot, id, { content: 'users' }), ...looks]);
    await Promise.all(Array.from({ length: 5 }, () => owner.check()));
    await bench.finished(elsewhere, id);
    await Promise.all(Array.from({ length: 5 }, () => owner.check()));
    expect(writtenCount).toBe(3_000);
  });

  it('that is stopped while its owner is down is not read when the owner is back', async () => {
    const { owner, elsewhere } = openBoth();
    const { id } = await owner.receive(bench.bot, 'a.csv', file(list));
    await owner.close();
    await elsewhere.start(bench.bot, id, { content: 'users' });
    bench.now += 61_000;
    // Its owner was silent for a minute: nobody waits for it.
    await elsewhere.cancel(bench.bot, id);
    expect(await elsewhere.get(bench.bot, id)).toMatchObject({ state: 'cancelled' });
    const returnedOwner = bench.open();
    await returnedOwner.resume();
    expect(bench.kept()).toEqual([]);
    expect(await returnedOwner.get(bench.bot, id)).toMatchObject({ state: 'cancelled', accepted: 0 });
  });

  it('is given up after a day without its owner, and not before', async () => {
    const { owner, elsewhere } = openBoth();
    const { id } = await owner.receive(bench.bot, 'a.csv', file(list));
    stopWrites();
    await owner.start(bench.bot, id, { content: 'users' });
    await expect.poll(async () => (await loadRow(id))?.claimed_by).not.toBeNull();
    await owner.close();
    bench.now += dayMs - 1_000;
    await elsewhere.tidy();
    expect(await elsewhere.get(bench.bot, id)).toMatchObject({ state: 'running' });
    bench.now += 2_000;
    await elsewhere.tidy();
    const failedState = { state: 'failed', failure: 'InstanceGone', finished_at: new Date(bench.now).toISOString() };
    expect(await elsewhere.get(bench.bot, id)).toMatchObject(failedState);
    // An owner that comes back after all leaves it so.
    const returnedOwner = bench.open();
    await returnedOwner.resume();
    expect(await returnedOwner.get(bench.bot, id)).toMatchObject(failedState);
    expect(bench.kept()).toEqual([]);
  });

  it('that its owner has lost fails by name, started through another one', async () => {
    const { owner, elsewhere } = openBoth();
    const { id } = await owner.receive(bench.bot, 'a.csv', file(list));
    rmSync(join(bench.dataDir, 'uploads', id));
    await elsewhere.start(bench.bot, id, { content: 'users' });
    await owner.check();
    expect(await bench.finished(elsewhere, id)).toMatchObject({ state: 'failed', failure: 'FileGone' });
  });
});
