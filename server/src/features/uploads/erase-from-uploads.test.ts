import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { uploadData } from './erase-from-uploads.ts';

const metadata = testMetadata();
const key = 'abcdef0123456';

it('forgets what is shown of uploaded files that name a user as a whole number', async () => {
  const { db } = metadata();
  const columns = { bot_name: 'shop_bot', username: 'shop_bot', account_key: null, api_key_hash: '' };
  await db
    .insertInto('bots')
    .values({ key, ...columns })
    .execute();
  const upload = (last: string, preview: string[][], refused: string) => ({
    ...{ id: `00000000-0000-4000-8000-00000000000${last}`, bot_key: key, file_name: 'users.csv', bytes: 9 },
    ...{
      format: 'csv',
      content: 'users',
      owner: '00000000-0000-4000-8000-00000000000a',
      preview: JSON.stringify(preview),
    },
    rejected_rows: JSON.stringify([{ line: 1, reason: 'NoUser', text: refused }]),
  });
  const rows = [upload('1', [['501', 'Ann']], ''), upload('2', [['5012', 'Ben']], ''), upload('3', [], 'id=501;Ann')];
  await db.insertInto('uploads').values(rows).execute();
  const report = (at: number, text: string) => ({ upload_id: rows[at]?.id ?? '', csv_gzip: gzipSync(text) });
  await db
    .insertInto('upload_reports')
    .values([report(0, 'line,text\r\n7,"501,Ann"'), report(1, 'line,text\r\n1501,"x501,5012"')])
    .execute();

  const counts = await Promise.all(uploadData(db).map(({ erase }) => erase(key, [501, 777])));
  expect(counts).toEqual([2, 1]);
  const left = await db.selectFrom('uploads').select(['preview', 'rejected_rows']).orderBy('id').execute();
  expect(left.map(({ preview }) => preview)).toEqual([[], [['5012', 'Ben']], []]);
  expect(left[2]?.rejected_rows).toEqual([]);
  expect(await db.selectFrom('upload_reports').select('upload_id').execute()).toEqual([{ upload_id: rows[1]?.id }]);
  expect(await Promise.all(uploadData(db).map(({ erase }) => erase(key, [501])))).toEqual([0, 0]);
});
