import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { createReaders } from './start-reader.ts';
import { file, uploadBench } from './test-uploads.ts';

const bench = uploadBench();
const readers = createReaders();
const broken = createReaders({ file: fileURLToPath(new URL('./test-broken-reader.ts', import.meta.url)) });
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const update = (id: number, extraJson: string) =>
  `{"update_id":${id},"message":{"message_id":${id},"date":1709287200,"chat":{"id":7,"type":"private"},"from":{"id":7},"x":${extraJson}}}`;

describe('a file that was made to stop the server', () => {
  it('loses its longest lines, cells and rows, and no other', async () => {
    const lines = [
      'id,name',
      '1,Ann',
      `2,${'x'.repeat(1_100_000)}`,
      `3,${'x'.repeat(300_000)}`,
      `4${',x'.repeat(1_001)}`,
      `5,${'x'.repeat(200_000)}`,
      `6,"${'x\n'.repeat(150)}"`,
      '7,Ben',
    ];
    const upload = await bench.readWhole(lines.join('\n'));
    expect(upload).toMatchObject({ state: 'done', accepted: 4, refused: 3 });
    expect(upload.rejected_rows.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'TooLarge'],
      [4, 'CellTooLarge'],
      [5, 'TooManyColumns'],
    ]);
  });

  it.each([
    ['json', (items: string[]) => `[${items.join(',')}]`],
    ['jsonl', (items: string[]) => items.join('\n')],
  ])('does not fail for an item nested 5,000 levels deep: %s', async (format, join) => {
    const updates = [update(1, '0'), update(2, nested(5_000)), `{"x":${nested(5_000)}}`, update(4, '0')];
    const upload = await bench.readWhole(join(updates));
    expect(upload).toMatchObject({ format, content: 'updates', state: 'done', accepted: 2, refused: 2 });
    expect(upload.rejected_rows.map(({ reason }) => reason)).toEqual(['TooDeep', 'NotAnItem']);
    const users = ['{"id":1}', `{"id":${nested(50_000)}}`, '{"id":{"x":{"toString":1}}}', '{"id":2}'];
    expect(await bench.readWhole(join(users))).toMatchObject({ content: 'users', state: 'done', accepted: 2 });
  });

  it('is read to ten times the largest file, and says so', async () => {
    const block = randomBytes(10_000).toString('hex');
    const lines = Array.from({ length: 30 }, () => `1,${block.repeat(55)}`);
    const upload = await bench.readWhole(gzipSync(`id,name\n5,Ann\n${lines.join('\n')}`));
    expect(upload).toMatchObject({ state: 'failed', failure: 'TooLong', accepted: 1 });
  });
});

describe('a file that broke the process that read it', () => {
  it('fails alone, is not resumed by itself, and can be read again by hand', async () => {
    const uploads = bench.open({ ...readers, read: broken.read });
    const { id } = await uploads.receive(bench.bot, 'a.csv', file('id\n1\n2\n'));
    await uploads.start(bench.bot, id, { content: 'users' });
    expect(await bench.finished(uploads, id)).toMatchObject({ state: 'failed', failure: 'Interrupted', accepted: 0 });
    await uploads.close();

    const after = bench.open(readers);
    await after.resume();
    expect(await after.get(bench.bot, id)).toMatchObject({ state: 'failed', failure: 'Interrupted' });
    expect(await after.start(bench.bot, id, { content: 'users' })).toMatchObject({ state: 'running', failure: null });
    expect(await bench.finished(after, id)).toMatchObject({ state: 'done', accepted: 2 });
    await expect(after.start(bench.bot, id, { content: 'users' })).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('is parked where the whole server died over it, and not where the server was stopped', async () => {
    const died = bench.open();
    const { id } = await died.receive(bench.bot, 'a.csv', file('id\n1\n'));
    let attempts = 0;
    bench.write = async () => {
      attempts += 1;
      throw new AppError('StoreUnavailable');
    };
    await died.start(bench.bot, id, { content: 'users' });
    await expect.poll(() => attempts).toBeGreaterThan(0);
    // Another process finds the disk and the tables as a `kill -9` leaves them.
    const after = bench.open();
    await after.resume();
    expect(await bench.finished(after, id)).toMatchObject({ state: 'failed', failure: 'Interrupted' });
    await after.cancel(bench.bot, id);
    await expect(after.get(bench.bot, id)).rejects.toMatchObject({ code: 'NotFound' });
    expect(bench.kept()).toEqual([]);
  });
});
