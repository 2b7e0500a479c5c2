import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { dayMs } from '../../platform/time-units.ts';
import { file, uploadBench } from './test-uploads.ts';

const bench = uploadBench();

/** A packed list of 400 kB, which compresses badly: half of its bytes are half of its lines. */
function packedList(): Buffer {
  const lines = Array.from({ length: 3_000 }, (_, index) => `${index + 1},${randomBytes(100).toString('hex')}`);
  return gzipSync(`id,note\n${lines.join('\n')}\n`);
}

describe('the course of an upload', () => {
  const manyRows = `id,date\n${Array.from({ length: 5_000 }, (_, index) => `${100_000 + index},2024-03-01`).join('\n')}\n`;

  it('waits for a store that is away, is the only one of its bot, and goes on', async () => {
    const uploads = bench.open();
    const first = await uploads.receive(bench.bot, '../a/b.csv', file(manyRows));
    const second = await uploads.receive(bench.bot, 'c.csv', file('id\n1\n'));
    expect((await uploads.list(bench.bot)).map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    let attempts = 0;
    bench.write = async () => {
      attempts += 1;
      throw new AppError('StoreUnavailable');
    };
    expect(await uploads.start(bench.bot, first.id, { content: 'users' })).toMatchObject({ state: 'running' });
    await expect.poll(() => attempts).toBeGreaterThan(2);
    await expect(uploads.start(bench.bot, second.id, { content: 'users' })).rejects.toMatchObject({
      code: 'UploadBusy',
    });
    bench.write = bench.store.write;
    expect(await bench.finished(uploads, first.id)).toMatchObject({ state: 'done', accepted: 5_000, refused: 0 });
    await bench.store.flush();
    expect(await bench.values('new_users', '2024-03-01..2024-03-01')).toEqual({ new: [5_000] });
    await expect(uploads.start(bench.bot, first.id, { content: 'users' })).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('is the only one of its bot, also when two are started in one moment', async () => {
    const uploads = bench.open();
    const uploadPair = [
      await uploads.receive(bench.bot, 'a.csv', file(manyRows)),
      await uploads.receive(bench.bot, 'b.csv', file(manyRows)),
    ];
    const startResults = await Promise.allSettled(
      uploadPair.map(({ id }) => uploads.start(bench.bot, id, { content: 'users' })),
    );
    expect(startResults.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const [index, { status }] of startResults.entries())
      if (status === 'fulfilled') await bench.finished(uploads, uploadPair[index]!.id);
  });

  it('can be stopped, and thrown away', async () => {
    const uploads = bench.open();
    const { id } = await uploads.receive(bench.bot, 'a.csv', file(manyRows));
    bench.write = async () => {
      throw new AppError('StoreUnavailable');
    };
    await uploads.start(bench.bot, id, { content: 'users' });
    await uploads.cancel(bench.bot, id);
    expect(await uploads.get(bench.bot, id)).toMatchObject({ state: 'cancelled', accepted: 0 });
    await uploads.cancel(bench.bot, id);
    await expect(uploads.get(bench.bot, id)).rejects.toMatchObject({ code: 'NotFound' });
    await expect.poll(() => bench.kept()).toEqual([]);
    await expect(uploads.cancel(bench.store.freshBot(), id)).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('goes on after a restart', async () => {
    const before = bench.open();
    const { id } = await before.receive(bench.bot, 'a.csv', file(manyRows));
    let chunks = 0;
    bench.write = async (events) => {
      chunks += 1;
      if (chunks > 2) throw new AppError('StoreUnavailable');
      await bench.store.write(events);
    };
    await before.start(bench.bot, id, { content: 'users' });
    await expect.poll(() => chunks).toBeGreaterThan(2);
    await before.close();
    expect(await before.get(bench.bot, id)).toMatchObject({ state: 'running' });
    bench.write = bench.store.write;
    const after = bench.open();
    await after.resume();
    expect(await bench.finished(after, id)).toMatchObject({ state: 'done', accepted: 5_000 });
    await bench.store.flush();
    expect(await bench.count()).toBe(5_000);
  });

  it('says so when its file is lost, and tidies up behind itself', async () => {
    const before = bench.open();
    const lostUpload = await before.receive(bench.bot, 'a.csv', file('id\n1\n'));
    const forgotten = await before.receive(bench.bot, 'b.csv', file('id\n1\n'));
    await bench
      .metadata()
      .db.updateTable('uploads')
      .set({ state: 'running' })
      .where('id', '=', lostUpload.id)
      .execute();
    rmSync(join(bench.dataDir, 'uploads', lostUpload.id));
    bench.now += 2 * dayMs;
    const after = bench.open();
    await after.resume();
    expect(await bench.finished(after, lostUpload.id)).toMatchObject({
      state: 'failed',
      failure: 'FileGone',
      accepted: 0,
    });
    await expect(after.get(bench.bot, forgotten.id)).rejects.toMatchObject({ code: 'NotFound' });
    await expect.poll(() => bench.kept()).toEqual([]);
  });

  it.each<[string, Buffer, number]>([
    ['Damaged', packedList().subarray(0, 300_000), 1_000],
    ['TooLarge', gzipSync(`id\n${'1\n'.repeat(2_000)}${'x'.repeat(30_000_000)}`), 0],
  ])('says why it broke off, and keeps what was read before: %s', async (failure, content, minAccepted) => {
    const upload = await bench.readWhole(content);
    expect(upload).toMatchObject({ state: 'failed', failure });
    expect(upload.accepted).toBeGreaterThanOrEqual(minAccepted);
    // The file goes after its end is noted, so that a crash between the two loses nothing.
    await vi.waitFor(() => expect(bench.kept()).toEqual([]));
  });

  it('wants to know where the ids are, and only columns that are there', async () => {
    const uploads = bench.open();
    const { id } = await uploads.receive(bench.bot, 'a.csv', file('colour,taste\nred,sweet\n'));
    const start = (mapping: Record<string, string>) => uploads.start(bench.bot, id, { content: 'users', mapping });
    await expect(start({})).rejects.toMatchObject({ code: 'RequiredFields', field: 'mapping.user_id' });
    await expect(start({ user_id: 'smell' })).rejects.toMatchObject({ code: 'InvalidField', field: 'mapping.user_id' });
    await expect(start({ user_id: 'taste', size: 'colour' })).rejects.toMatchObject({ field: 'mapping.size' });
  });

  it('keeps three files waiting', async () => {
    const uploads = bench.open();
    for (const name of ['a', 'b', 'c', 'd']) {
      bench.now += 1_000;
      await uploads.receive(bench.bot, name, file('id\n1\n'));
    }
    expect((await uploads.list(bench.bot)).map(({ file_name }) => file_name)).toEqual(['d', 'c', 'b']);
    expect(bench.kept()).toHaveLength(3);
  });
});
