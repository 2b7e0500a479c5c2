import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inThrowawayDirectory } from '@botscope/testkit/throwaway.ts';
import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import type { BotRow } from '../../bots/bots.ts';
import { archiveMedia } from './archive-media.ts';
import { archivePath, collectFiles } from './media-files.ts';

const file = (uniqueId: string, size = 4) => ({
  fileId: `id-${uniqueId}`,
  uniqueId,
  name: 'a.TXT',
  mime: 'text/plain',
  size,
  event: '1',
});

async function archiveFiles(
  fetchFile: (name: string) => Promise<{ path: string; size: number }>,
  files: ReturnType<typeof file>[],
  maxBytes = 100,
) {
  const media = archiveMedia(files, {
    bot: {} as BotRow,
    user: 1,
    fetchFile: (_bot, _user, { uniqueId }) => fetchFile(uniqueId),
    signal: new AbortController().signal,
    maxBytes,
  });
  const entries: [name: string, text: string][] = [];
  for await (const { name, input } of media.entries) {
    let text = '';
    for await (const chunk of input) text += chunk;
    entries.push([name, text]);
  }
  const reportRows = JSON.parse(media.report()) as { file_unique_id: string; missing_because: string | null }[];
  return { entries, missing: reportRows.map((one) => [one.file_unique_id, one.missing_because]) };
}

test('a file that Telegram no longer has is listed; the others are there', () =>
  inThrowawayDirectory(async (directory) => {
    const path = join(directory, 'file');
    writeFileSync(path, 'data');
    const fetchFile = async (name: string) => {
      if (name === 'gone') throw new AppError('FileUnavailable');
      return { path, size: 4 };
    };
    expect(await archiveFiles(fetchFile, [file('one'), file('gone'), file('two')])).toEqual({
      entries: [
        ['media/one.txt', 'data'],
        ['media/two.txt', 'data'],
      ],
      missing: [
        ['one', null],
        ['gone', 'FileUnavailable'],
        ['two', null],
      ],
    });
    // Said sizes are looked at before a file is loaded, true ones afterwards.
    expect(await archiveFiles(fetchFile, [file('one', 0), file('two', 0), file('three', 9)], 7)).toEqual({
      entries: [['media/one.txt', 'data']],
      missing: [
        ['one', null],
        ['two', 'FileTooLarge'],
        ['three', 'FileTooLarge'],
      ],
    });
  }));

test.each(['NeedToken', 'WrongToken', 'TelegramUnavailable'] as const)(
  'no further file is requested after %s',
  async (code) => {
    let requests = 0;
    const fetchFile = async () => {
      requests += 1;
      throw new AppError(code);
    };
    const { missing } = await archiveFiles(fetchFile, [file('one'), file('two')]);
    expect([requests, missing]).toEqual([
      1,
      [
        ['one', code],
        ['two', code],
      ],
    ]);
  },
);

test('a message counts with its own files, each in its largest size', () => {
  const size = (id: string, width: number) => ({ file_id: id, file_unique_id: `u-${id}`, width });
  const message = {
    photo: [size('small', 90), size('large', 800), size('middle', 320)],
    video: { file_id: 'v', file_unique_id: 'u-v', thumbnail: size('thumb', 90) },
    reply_to_message: { photo: [size('other', 90), size('others', 800)] },
    document: { file_id: 'without-lasting-name' },
  };
  const files = collectFiles({ message });
  expect(files.map(({ uniqueId, mime }) => [uniqueId, mime])).toEqual([
    ['u-large', 'image/jpeg'],
    ['u-v', 'video/mp4'],
  ]);
  expect(files.map(archivePath)).toEqual(['media/u-large.jpg', 'media/u-v.mp4']);
  expect(archivePath({ ...files[0]!, uniqueId: '../../x', name: 'a.b/c' })).toBe('media/______x.jpg');
});
