import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { uploadData } from './erase-from-uploads.ts';

const metadata = testMetadata();
const key = 'abcdef0123456';

it('takes the words from rows of uploaded files that are of erased users or say no user; rows of others stay', async () => {
  const { db } = metadata();
  const columns = { bot_name: 'shop_bot', username: 'shop_bot', account_key: null, api_key_hash: '' };
  await db
    .insertInto('bots')
    .values({ key, ...columns })
    .execute();
  const upload = (last: string, content: string, preview: string[][], rejected: [string, string][] = []) => ({
    id: `00000000-0000-4000-8000-00000000000${last}`,
    bot_key: key,
    file_name: 'users.csv',
    bytes: 9,
    format: 'csv',
    content,
    owner: '00000000-0000-4000-8000-00000000000a',
    preview: JSON.stringify(preview),
    columns: JSON.stringify(['id', 'name', 'friend']),
    mapping: JSON.stringify({ user_id: 'id' }),
    rejected_rows: JSON.stringify(rejected.map(([reason, text], index) => ({ line: index + 1, reason, text }))),
  });
  const users = [
    ['501', 'Ann', ''],
    ['5012', 'Ben', ''],
    ['n/a', 'Cat', '79991234567'],
    ['5013', 'Dan', '501'],
  ];
  const rows = [
    upload('1', 'users', users),
    upload('2', 'users', [['5012', 'Ben', '']]),
    upload('3', 'updates', [['', '{"update_id":70000,"message":{"text":"words"']]),
    upload(
      '4',
      'users',
      [],
      [
        ['BadDate', '501,Ann,soon'],
        ['BadDate', '5012,Ben,soon'],
        ['MissingUserId', ',Cat,79991234567'],
        ['BadDate', `Dan,${'x'.repeat(296)}`],
        ['TooLarge', ''],
      ],
    ),
  ];
  await db.insertInto('uploads').values(rows).execute();
  const report = (index: number, text: string) => ({ upload_id: rows[index]?.id ?? '', csv_gzip: gzipSync(text) });
  const head = 'line,reason,text\r\n';
  const otherRows = '1501,BadDate,"x501,5012"\r\n';
  await db
    .insertInto('upload_reports')
    .values([
      report(0, `${head}7,BadDate,"501,""Ann"",\nsoon"\r\n${otherRows}9,Malformed,"Cat,5013"\r\n`),
      report(1, head + otherRows),
    ])
    .execute();

  const erase = (ids: number[]) => Promise.all(uploadData(db).map((one) => one.erase(key, ids)));
  expect(await erase([501, 777])).toEqual([3, 1]);
  const storedRows = await db.selectFrom('uploads').select(['preview', 'rejected_rows']).orderBy('id').execute();
  expect(storedRows.map(({ preview }) => preview)).toEqual([
    [
      ['…', '…', ''],
      ['5012', 'Ben', ''],
      ['…', '…', '…'],
      ['…', '…', '…'],
    ],
    [['5012', 'Ben', '']],
    [['', '…']],
    [],
  ]);
  expect(storedRows[3]?.rejected_rows).toEqual([
    { line: 1, reason: 'BadDate', text: '…' },
    { line: 2, reason: 'BadDate', text: '5012,Ben,soon' },
    { line: 3, reason: 'MissingUserId', text: '…' },
    { line: 4, reason: 'BadDate', text: '…' },
    { line: 5, reason: 'TooLarge', text: '' },
  ]);
  const reports = await db.selectFrom('upload_reports').select('csv_gzip').orderBy('upload_id').execute();
  expect(reports.map(({ csv_gzip }) => gunzipSync(csv_gzip).toString())).toEqual([
    `${head}7,BadDate,"…"\r\n${otherRows}9,Malformed,"…"\r\n`,
    head + otherRows,
  ]);
  expect(await erase([501])).toEqual([0, 0]);
});
