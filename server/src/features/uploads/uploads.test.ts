import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Upload } from '@botscope/contract';
import { startJourney } from '@botscope/testkit/journey.ts';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../platform/time-units.ts';
import { file, uploadBench } from './test-uploads.ts';

const bench = uploadBench();

/*
 * | id | added | status   |       1 March | 2 March | 3 March |
 * |----|-------|----------|
 * | 11 | 1     | active   | new     2 (11, 12)  | 1 (13) | 1 (14) |
 * | 12 | 1     | blocked  | left    1 (12)      | 0      | 1 (13) |
 * | 13 | 2     | left on 3 | live   1           | 2      | 2 (11, 14) |
 * | 14 | 3     |          |
 */
const users = [
  'user_id,first_name,username,language_code,created_at,utm_source,status,blocked_at',
  '11,Ann,ann,en,2024-03-01 10:00:00,source-ads,active,',
  '12,"Ben, the ""Bear""",,ru,2024-03-01 11:00:00,,blocked,',
  '13,Cid,,,2024-03-02T10:00:00Z,,,2024-03-03 09:00:00',
  ',Nobody,,,,,,',
  '14,Dan,,,03.03.2024 10:00,,,',
  'x15,Eve,,,2024-03-03,,,',
  '16,Fay,,,tomorrow,,,',
].join('\r\n');

describe('a list of users', () => {
  it('makes bot users of them, at their dates; reading it again doubles nobody', async () => {
    const upload = await bench.readWhole(users);
    expect(upload).toMatchObject({ state: 'done', accepted: 4, refused: 3, read_bytes: users.length });
    expect(upload.finished_at).toBe('2026-03-01T10:00:00.000Z');
    expect(upload.rejected_rows.map(({ line, reason }) => [line, reason])).toEqual([
      [5, 'MissingUserId'],
      [7, 'BadUserId'],
      [8, 'BadDate'],
    ]);
    const check = async () => {
      await bench.store.flush();
      expect(await bench.values('new_users', '2024-03-01..2024-03-03')).toEqual({ new: [2, 1, 1] });
      expect(await bench.values('left_users', '2024-03-01..2024-03-03')).toEqual({ left: [1, 0, 1] });
      expect((await bench.values('count_users', '2024-03-01..2024-03-03')).live).toEqual([1, 2, 2]);
      expect(await bench.values('visitors', '2024-03-01..2024-03-03')).toEqual({ visitors: [0, 0, 0] });
      expect(await bench.count()).toBe(6);
    };
    await check();
    bench.now += 30 * dayMs;
    await bench.readWhole(users);
    // A newer export, with other names and columns, is about the same users.
    await bench.readWhole(users.replaceAll(/Ann|Dan/g, 'Zoe'));
    await check();
  });

  it('keeps names, and the source as the first launch', async () => {
    await bench.readWhole(users);
    await bench.store.flush();
    const profiles = async () =>
      bench.store.query({
        sql: `SELECT user_id, tupleElement(last_profile, 2) AS name, tupleElement(last_profile, 5) AS language, tupleElement(first_source, 'source') AS source
          FROM users FINAL WHERE bot = {bot:String} AND user_id IN (11, 12) ORDER BY user_id`,
        params: { bot: bench.bot },
      });
    const expected = [
      { user_id: 11, name: 'Ann', language: 'en', source: 'ads' },
      { user_id: 12, name: 'Ben, the "Bear"', language: 'ru', source: '' },
    ];
    expect(await profiles()).toEqual(expected);
    await bench.store.rebuildUsers(bench.bot);
    expect(await profiles()).toEqual(expected);
  });

  it('leaves those alone whom the bot knows better', async () => {
    // Ann left and Ben came back long after the export; a call then finds that Dan is gone.
    const journey = startJourney({ from: '2024-03-05T10:00:00Z' });
    journey.user('Ann', { id: 11 }).blocks();
    journey.user('Ben', { id: 12 }).sends('hello');
    const updates = JSON.stringify(journey.updates);
    expect(await bench.readWhole(updates)).toMatchObject({ state: 'done', accepted: 2, content: 'updates' });
    await bench.readWhole(users);
    const undated = 'id\n11\n12\n14\n';
    await bench.readWhole(undated);
    await bench.store.flush();
    expect(await bench.values('left_users', '2024-03-01..2024-03-06')).toEqual({ left: [1, 0, 1, 0, 1, 0] });
    expect(await bench.values('return_users', '2024-03-01..2024-03-06')).toEqual({ returned: [0, 0, 0, 0, 1, 0] });
    expect(await bench.values('return_users', '2026-02-27..2026-03-01')).toEqual({ returned: [0, 0, 0] });
  });

  it('takes users without a date at the moment of the first upload', async () => {
    await bench.readWhole('id;name\n21;Ann\n22;Ben\n');
    bench.now += 3 * dayMs;
    await bench.readWhole('id;name\n21;Ann\n22;Ben\n');
    await bench.store.flush();
    expect(await bench.values('new_users', '2026-03-01..2026-03-04')).toEqual({ new: [2, 0, 0, 0] });
    expect(await bench.count()).toBe(2);
  });

  it('gives all refused lines as CSV, harmless for spreadsheets', async () => {
    const badLines = Array.from({ length: 300 }, (_, index) => `=HYPERLINK(${index}),"a ""b"""`).join('\n');
    const uploads = bench.open();
    const readyUpload = await uploads.receive(bench.bot, 'x.csv', file(`id,name\n31,Ann\n${badLines}\n`));
    expect(await uploads.rejectedRows(bench.bot, readyUpload.id)).toBeNull();
    await uploads.start(bench.bot, readyUpload.id, { content: 'users' });
    const { refused, rejected_rows: rejectedRows } = await bench.finished(uploads, readyUpload.id);
    expect([refused, rejectedRows.length]).toEqual([300, 200]);
    const lines = gunzipSync((await uploads.rejectedRows(bench.bot, readyUpload.id))!)
      .toString()
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(301);
    expect(lines[1]).toBe('3,BadUserId,"[""=HYPERLINK(0)"",""a \\""b\\""""]"');
  });
});

describe('formats', () => {
  const rows = [
    ['id', 'Имя', 'Дата'],
    ['41', 'Аня', '2024-03-01'],
    ['42', 'Борис', '2024-03-02'],
  ];
  const csv = (sign: string, end = '\n') => rows.map((row) => row.join(sign)).join(end);
  const objects = [
    { id: 41, Имя: 'Аня', Дата: '2024-03-01' },
    { id: 42, Имя: 'Борис', Дата: '2024-03-02' },
  ];
  const windows1251 = Buffer.from(
    [...csv(';')].map((sign) => (sign >= 'А' && sign <= 'я' ? sign.charCodeAt(0) - 0x410 + 0xc0 : sign.charCodeAt(0))),
  );
  it.each<[string, Upload['format'], string | Buffer]>([
    ['commas', 'csv', csv(',')],
    ['semicolons and Windows line ends', 'csv', csv(';', '\r\n')],
    ['tabs and a byte order mark', 'csv', `\ufeff${csv('\t')}`],
    ['windows-1251', 'csv', windows1251],
    ['UTF-16', 'csv', Buffer.from(`\ufeff${csv('\t')}`, 'utf16le')],
    ['gzip', 'csv', gzipSync(csv(','))],
    ['a JSON list', 'json', JSON.stringify(objects, null, 2)],
    ['a list in an object', 'json', JSON.stringify({ ok: true, result: objects })],
    ['JSON lines', 'jsonl', objects.map((row) => JSON.stringify(row)).join('\n')],
    ['JSON lines, packed', 'jsonl', gzipSync(objects.map((row) => JSON.stringify(row)).join('\r\n'))],
  ])('reads %s', async (_name, format, content) => {
    const upload = await bench.readWhole(content);
    expect(upload).toMatchObject({
      format,
      content: 'users',
      columns: rows[0],
      preview: rows.slice(1),
      mapping: { user_id: 'id', first_name: 'Имя', date_added: 'Дата' },
      state: 'done',
      accepted: 2,
      refused: 0,
    });
    await bench.store.flush();
    expect(await bench.values('new_users', '2024-03-01..2024-03-02')).toEqual({ new: [1, 1] });
  });

  it('reads users inside of objects, and lists of bare ids', async () => {
    const inner = JSON.stringify([{ user: { id: 51, first_name: 'Ada' }, created: '2024-03-01' }]);
    expect(await bench.readWhole(inner)).toMatchObject({
      mapping: { user_id: 'user.id', first_name: 'user.first_name', date_added: 'created' },
      accepted: 1,
    });
    expect(await bench.readWhole('123456\n234567\n')).toMatchObject({
      columns: ['column 1'],
      mapping: { user_id: 'column 1' },
      accepted: 2,
    });
  });

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a spreadsheet', Buffer.from('504b0304140006000800', 'hex')],
    ['half an archive', gzipSync('id\n1').subarray(0, 8)],
    ['an object without a list', '{\n"a": 1}'],
    ['a list of numbers', '[1, 2]'],
  ])('refuses %s, and keeps nothing of it', async (_name, content) => {
    await expect(bench.open().receive(bench.bot, 'x', file(content))).rejects.toMatchObject({
      code: 'UploadUnreadable',
    });
    expect(bench.kept()).toEqual([]);
  });

  it('refuses what is too large, and what breaks off', async () => {
    const chunk = Buffer.alloc(1_000_001, 'x');
    const largeUpload = bench.open().receive(bench.bot, 'x', file(chunk, chunk, chunk));
    await expect(largeUpload).rejects.toMatchObject({ code: 'UploadTooLarge' });
    const broken = new Readable({
      read() {
        this.push('id\n');
        this.destroy(new Error('aborted'));
      },
    });
    await expect(bench.open().receive(bench.bot, 'x', broken)).rejects.toMatchObject({ code: 'BadRequest' });
    expect(bench.kept()).toEqual([]);
  });
});

describe('a list of updates', () => {
  it('becomes the events that they are, at Telegram’s dates, once with what was received live', async () => {
    const journey = startJourney({ from: '2024-03-01T10:00:00Z' });
    const ann = journey.user('Ann');
    ann.sends('/start');
    journey.after('1d');
    ann.presses('menu');
    ann.sends('hello');
    journey.after('1d');
    ann.sendsPhoto('look');
    const bareUpdates = journey.updates.map(({ update }) => update);
    const lines = [
      ...bareUpdates.map((update) => JSON.stringify(update)),
      '{"update_id":',
      '5',
      '{"message_id":1,"text":"x"}',
    ];
    const upload = await bench.readWhole(lines.join('\n'));
    expect(upload).toMatchObject({ content: 'updates', accepted: 4, refused: 3 });
    expect(upload.rejected_rows.map(({ line, reason }) => [line, reason])).toEqual([
      [5, 'Malformed'],
      [6, 'NotAnItem'],
      [7, 'AMessage'],
    ]);
    await bench.store.flush();
    // The button's press has no date of its own: it happened with the message before it in the file.
    const expected = { command: [1, 0, 0], button: [1, 0, 0], text: [0, 1, 0], photo: [0, 0, 1] };
    expect(await bench.values('messages_from_user', '2024-03-01..2024-03-03')).toEqual(expected);
    await bench.readWhole(JSON.stringify({ ok: true, result: bareUpdates }));
    await bench.readWhole(gzipSync(JSON.stringify(bareUpdates)));
    await bench.store.flush();
    expect(await bench.count()).toBe(4);
  });

  it('refuses an update of which nobody knows when it was', async () => {
    const press = {
      update_id: 1,
      callback_query: { id: '1', from: { id: 7, is_bot: false, first_name: 'A' }, data: 'x' },
    };
    const upload = await bench.readWhole(JSON.stringify([press, { date: '2024-03-01T10:00:00Z', update: press }]));
    expect(upload).toMatchObject({ accepted: 1, refused: 1 });
    expect(upload.rejected_rows[0]).toMatchObject({ line: 1, reason: 'MissingDate' });
  });
});
