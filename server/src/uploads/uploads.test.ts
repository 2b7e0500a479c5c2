import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Upload } from '@botscope/contract';
import { startJourney } from '@botscope/testkit/journey.ts';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../errors.ts';
import { openThrowawayStore, type ThrowawayStore } from '../events/test-stores.ts';
import { testMetadata } from '../metadata/test-metadata.ts';
import { defaultStartRules } from '../normalize/normalize-update.ts';
import { runReport } from '../reports/run-report.ts';
import { createUploads, type Uploads } from './uploads.ts';

const metadata = testMetadata();
const maxBytes = 3_000_000;
const DAY = 86_400_000;
let store: ThrowawayStore;
let dataDir: string;
let bot: string;
let now: number;
let write: ThrowawayStore['write'];
let opened: Uploads[];

beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'botscope-uploads-'));
  now = Date.parse('2026-03-01T10:00:00Z');
  write = store.write;
  opened = [];
  bot = store.freshBot();
  const row = { key: bot, bot_name: `n${bot}_bot`, username: '', api_key_hash: '' };
  await metadata().db.insertInto('bots').values(row).execute();
});
afterEach(async () => {
  for (const one of opened) await one.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function open(): Uploads {
  const uploads = createUploads({
    metadata: metadata(),
    store: { write: (events) => write(events) },
    rulesOf: async () => ({ ...defaultStartRules, type: 'all' }),
    dataDir,
    maxBytes,
    logger: pino({ level: 'silent' }),
    now: () => now,
    retryMs: 5,
  });
  opened.push(uploads);
  return uploads;
}
const file = (...parts: (string | Buffer)[]): Readable => Readable.from(parts.map((part) => Buffer.from(part)));

async function finished(uploads: Uploads, id: string): Promise<Upload> {
  await expect.poll(async () => (await uploads.get(bot, id)).state, { timeout: 10_000 }).not.toBe('running');
  return uploads.get(bot, id);
}
async function readWhole(content: string | Buffer, changes: Partial<Pick<Upload, 'content' | 'mapping'>> = {}) {
  const uploads = open();
  const ready = await uploads.receive(bot, 'people.csv', file(content));
  await uploads.start(bot, ready.id, { content: ready.content, ...changes });
  return finished(uploads, ready.id);
}
async function values(type: string, period: string): Promise<Record<string, unknown>> {
  const question = { bot, type, period, detail: 'day', timeZone: 'UTC', sessionGapMinutes: 30 };
  const report = await runReport({ store, now: () => now }, question);
  return Object.fromEntries(report.lines.map((line) => [line.name, line.values]));
}
/** A packed list of 400 kB, which compresses badly: half of its bytes are half of its lines. */
function packedList(): Buffer {
  const lines = Array.from({ length: 3_000 }, (_, index) => `${index + 1},${randomBytes(100).toString('hex')}`);
  return gzipSync(`id,note\n${lines.join('\n')}\n`);
}
const count = async (where = '1'): Promise<number> => {
  const sql = `SELECT count() AS count FROM events FINAL WHERE bot = {bot:String} AND ${where}`;
  return Number((await store.query<{ count: number }>({ sql, params: { bot } }))[0]?.count);
};

/*
 * | id | added | status   |       1 March | 2 March | 3 March |
 * |----|-------|----------|
 * | 11 | 1     | active   | new     2 (11, 12)  | 1 (13) | 1 (14) |
 * | 12 | 1     | blocked  | left    1 (12)      | 0      | 1 (13) |
 * | 13 | 2     | left on 3 | live   1           | 2      | 2 (11, 14) |
 * | 14 | 3     |          |
 */
const people = [
  'user_id,first_name,username,language_code,created_at,utm_source,status,blocked_at',
  '11,Ann,ann,en,2024-03-01 10:00:00,source-ads,active,',
  '12,"Ben, the ""Bear""",,ru,2024-03-01 11:00:00,,blocked,',
  '13,Cid,,,2024-03-02T10:00:00Z,,,2024-03-03 09:00:00',
  ',Nobody,,,,,,',
  '14,Dan,,,03.03.2024 10:00,,,',
  'x15,Eve,,,2024-03-03,,,',
  '16,Fay,,,tomorrow,,,',
].join('\r\n');

describe('a list of people', () => {
  it('makes bot users of them, at their dates; reading it again doubles nobody', async () => {
    const upload = await readWhole(people);
    expect(upload).toMatchObject({ state: 'done', accepted: 4, refused: 3, read_bytes: people.length });
    expect(upload.finished_at).toBe('2026-03-01T10:00:00.000Z');
    expect(upload.refusals.map(({ line, reason }) => [line, reason])).toEqual([
      [5, 'MissingUserId'],
      [7, 'BadUserId'],
      [8, 'BadDate'],
    ]);
    const check = async () => {
      await store.flush();
      expect(await values('new_users', '2024-03-01..2024-03-03')).toEqual({ new: [2, 1, 1] });
      expect(await values('left_users', '2024-03-01..2024-03-03')).toEqual({ left: [1, 0, 1] });
      expect((await values('count_users', '2024-03-01..2024-03-03')).live).toEqual([1, 2, 2]);
      expect(await values('visitors', '2024-03-01..2024-03-03')).toEqual({ visitors: [0, 0, 0] });
      expect(await count()).toBe(6);
    };
    await check();
    now += 30 * DAY;
    await readWhole(people);
    // A newer export, with other names and columns, is about the same people.
    await readWhole(people.replaceAll(/Ann|Dan/g, 'Zoe'));
    await check();
  });

  it('keeps names, and the source as the first launch', async () => {
    await readWhole(people);
    await store.flush();
    const profiles = async () =>
      store.query({
        sql: `SELECT user_id, tupleElement(last_profile, 2) AS name, tupleElement(last_profile, 5) AS language, tupleElement(first_source, 'source') AS source
          FROM people FINAL WHERE bot = {bot:String} AND user_id IN (11, 12) ORDER BY user_id`,
        params: { bot },
      });
    const expected = [
      { user_id: 11, name: 'Ann', language: 'en', source: 'ads' },
      { user_id: 12, name: 'Ben, the "Bear"', language: 'ru', source: '' },
    ];
    expect(await profiles()).toEqual(expected);
    await store.rebuildPeople(bot);
    expect(await profiles()).toEqual(expected);
  });

  it('leaves those alone whom the bot knows better', async () => {
    // Ann left and Ben came back long after the export; a call then finds that Dan is gone.
    const journey = startJourney({ from: '2024-03-05T10:00:00Z' });
    journey.person('Ann', { id: 11 }).blocks();
    journey.person('Ben', { id: 12 }).sends('hello');
    const updates = JSON.stringify(journey.updates);
    expect(await readWhole(updates)).toMatchObject({ state: 'done', accepted: 2, content: 'updates' });
    await readWhole(people);
    const undated = 'id\n11\n12\n14\n';
    await readWhole(undated);
    await store.flush();
    expect(await values('left_users', '2024-03-01..2024-03-06')).toEqual({ left: [1, 0, 1, 0, 1, 0] });
    expect(await values('return_users', '2024-03-01..2024-03-06')).toEqual({ returned: [0, 0, 0, 0, 1, 0] });
    expect(await values('return_users', '2026-02-27..2026-03-01')).toEqual({ returned: [0, 0, 0] });
  });

  it('takes people without a date at the moment of the first upload', async () => {
    await readWhole('id;name\n21;Ann\n22;Ben\n');
    now += 3 * DAY;
    await readWhole('id;name\n21;Ann\n22;Ben\n');
    await store.flush();
    expect(await values('new_users', '2026-03-01..2026-03-04')).toEqual({ new: [2, 0, 0, 0] });
    expect(await count()).toBe(2);
  });

  it('gives all refused lines as CSV, harmless for spreadsheets', async () => {
    const bad = Array.from({ length: 300 }, (_, index) => `=HYPERLINK(${index}),"a ""b"""`).join('\n');
    const uploads = open();
    const ready = await uploads.receive(bot, 'x.csv', file(`id,name\n31,Ann\n${bad}\n`));
    expect(await uploads.refusalsFile(bot, ready.id)).toBeNull();
    await uploads.start(bot, ready.id, { content: 'users' });
    const { refused, refusals } = await finished(uploads, ready.id);
    expect([refused, refusals.length]).toEqual([300, 200]);
    const lines = readFileSync(String(await uploads.refusalsFile(bot, ready.id)), 'utf8')
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
    const upload = await readWhole(content);
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
    await store.flush();
    expect(await values('new_users', '2024-03-01..2024-03-02')).toEqual({ new: [1, 1] });
  });

  it('reads people inside of objects, and lists of bare ids', async () => {
    const inner = JSON.stringify([{ user: { id: 51, first_name: 'Ada' }, created: '2024-03-01' }]);
    expect(await readWhole(inner)).toMatchObject({
      mapping: { user_id: 'user.id', first_name: 'user.first_name', date_added: 'created' },
      accepted: 1,
    });
    expect(await readWhole('123456\n234567\n')).toMatchObject({
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
    await expect(open().receive(bot, 'x', file(content))).rejects.toMatchObject({ code: 'UploadUnreadable' });
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
  });

  it('refuses what is too large, and what breaks off', async () => {
    const chunk = Buffer.alloc(1_000_001, 'x');
    const large = open().receive(bot, 'x', file(chunk, chunk, chunk));
    await expect(large).rejects.toMatchObject({ code: 'UploadTooLarge' });
    const broken = new Readable({
      read() {
        this.push('id\n');
        this.destroy(new Error('aborted'));
      },
    });
    await expect(open().receive(bot, 'x', broken)).rejects.toMatchObject({ code: 'BadRequest' });
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
  });
});

describe('a list of updates', () => {
  it('becomes the events that they are, at Telegram’s dates, once with what was received live', async () => {
    const journey = startJourney({ from: '2024-03-01T10:00:00Z' });
    const ann = journey.person('Ann');
    ann.sends('/start');
    journey.after('1d');
    ann.presses('menu');
    ann.sends('hello');
    journey.after('1d');
    ann.sendsPhoto('look');
    const bare = journey.updates.map(({ update }) => update);
    const lines = [
      ...bare.map((update) => JSON.stringify(update)),
      '{"update_id":',
      '5',
      '{"message_id":1,"text":"x"}',
    ];
    const upload = await readWhole(lines.join('\n'));
    expect(upload).toMatchObject({ content: 'updates', accepted: 4, refused: 3 });
    expect(upload.refusals.map(({ line, reason }) => [line, reason])).toEqual([
      [5, 'Malformed'],
      [6, 'NotAnItem'],
      [7, 'AMessage'],
    ]);
    await store.flush();
    // The button's press has no date of its own: it happened with the message before it in the file.
    const expected = { command: [1, 0, 0], button: [1, 0, 0], text: [0, 1, 0], photo: [0, 0, 1] };
    expect(await values('messages_from_user', '2024-03-01..2024-03-03')).toEqual(expected);
    await readWhole(JSON.stringify({ ok: true, result: bare }));
    await readWhole(gzipSync(JSON.stringify(bare)));
    await store.flush();
    expect(await count()).toBe(4);
  });

  it('refuses an update of which nobody knows when it was', async () => {
    const press = {
      update_id: 1,
      callback_query: { id: '1', from: { id: 7, is_bot: false, first_name: 'A' }, data: 'x' },
    };
    const upload = await readWhole(JSON.stringify([press, { date: '2024-03-01T10:00:00Z', update: press }]));
    expect(upload).toMatchObject({ accepted: 1, refused: 1 });
    expect(upload.refusals[0]).toMatchObject({ line: 1, reason: 'MissingDate' });
  });
});

describe('the course of an upload', () => {
  const many = `id,date\n${Array.from({ length: 5_000 }, (_, index) => `${100_000 + index},2024-03-01`).join('\n')}\n`;

  it('waits for a store that is away, is the only one of its bot, and goes on', async () => {
    const uploads = open();
    const first = await uploads.receive(bot, '../a/b.csv', file(many));
    const second = await uploads.receive(bot, 'c.csv', file('id\n1\n'));
    expect((await uploads.list(bot)).map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    let attempts = 0;
    write = async () => {
      attempts += 1;
      throw new AppError('StoreUnavailable');
    };
    expect(await uploads.start(bot, first.id, { content: 'users' })).toMatchObject({ state: 'running' });
    await expect.poll(() => attempts).toBeGreaterThan(2);
    await expect(uploads.start(bot, second.id, { content: 'users' })).rejects.toMatchObject({ code: 'UploadBusy' });
    write = store.write;
    expect(await finished(uploads, first.id)).toMatchObject({ state: 'done', accepted: 5_000, refused: 0 });
    await store.flush();
    expect(await values('new_users', '2024-03-01..2024-03-01')).toEqual({ new: [5_000] });
    await expect(uploads.start(bot, first.id, { content: 'users' })).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('can be stopped, and thrown away', async () => {
    const uploads = open();
    const { id } = await uploads.receive(bot, 'a.csv', file(many));
    write = async () => {
      throw new AppError('StoreUnavailable');
    };
    await uploads.start(bot, id, { content: 'users' });
    await uploads.cancel(bot, id);
    expect(await uploads.get(bot, id)).toMatchObject({ state: 'cancelled', accepted: 0 });
    await uploads.cancel(bot, id);
    await expect(uploads.get(bot, id)).rejects.toMatchObject({ code: 'NotFound' });
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
    await expect(uploads.cancel(store.freshBot(), id)).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('goes on after a restart', async () => {
    const before = open();
    const { id } = await before.receive(bot, 'a.csv', file(many));
    let chunks = 0;
    write = async (events) => {
      chunks += 1;
      if (chunks > 2) throw new AppError('StoreUnavailable');
      await store.write(events);
    };
    await before.start(bot, id, { content: 'users' });
    await expect.poll(() => chunks).toBeGreaterThan(2);
    await before.close();
    expect(await before.get(bot, id)).toMatchObject({ state: 'running' });
    write = store.write;
    const after = open();
    await after.resume();
    expect(await finished(after, id)).toMatchObject({ state: 'done', accepted: 5_000 });
    await store.flush();
    expect(await count()).toBe(5_000);
  });

  it('says so when its file is lost, and tidies up behind itself', async () => {
    const before = open();
    const lost = await before.receive(bot, 'a.csv', file('id\n1\n'));
    const forgotten = await before.receive(bot, 'b.csv', file('id\n1\n'));
    await metadata().db.updateTable('uploads').set({ state: 'running' }).where('id', '=', lost.id).execute();
    rmSync(join(dataDir, 'uploads', lost.id));
    now += 2 * DAY;
    const after = open();
    await after.resume();
    expect(await finished(after, lost.id)).toMatchObject({
      state: 'failed',
      failure: 'FileGone',
      accepted: 0,
    });
    await expect(after.get(bot, forgotten.id)).rejects.toMatchObject({ code: 'NotFound' });
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
  });

  it.each<[string, Buffer, number]>([
    ['Damaged', packedList().subarray(0, 300_000), 1_000],
    ['TooLarge', gzipSync(`id\n${'1\n'.repeat(2_000)}${'x'.repeat(30_000_000)}`), 0],
  ])('says why it broke off, and keeps what was read before: %s', async (failure, content, least) => {
    const upload = await readWhole(content);
    expect(upload).toMatchObject({ state: 'failed', failure });
    expect(upload.accepted).toBeGreaterThanOrEqual(least);
    // The file goes after its end is noted, so that a crash between the two loses nothing.
    const left = () => readdirSync(join(dataDir, 'uploads')).filter((name) => !name.endsWith('.csv'));
    await vi.waitFor(() => expect(left()).toEqual([]));
  });

  it('wants to know where the ids are, and only columns that are there', async () => {
    const uploads = open();
    const { id } = await uploads.receive(bot, 'a.csv', file('colour,taste\nred,sweet\n'));
    const start = (mapping: Record<string, string>) => uploads.start(bot, id, { content: 'users', mapping });
    await expect(start({})).rejects.toMatchObject({ code: 'RequiredFields', field: 'mapping.user_id' });
    await expect(start({ user_id: 'smell' })).rejects.toMatchObject({ code: 'InvalidField', field: 'mapping.user_id' });
    await expect(start({ user_id: 'taste', size: 'colour' })).rejects.toMatchObject({ field: 'mapping.size' });
  });

  it('keeps three files waiting', async () => {
    const uploads = open();
    for (const name of ['a', 'b', 'c', 'd']) {
      now += 1_000;
      await uploads.receive(bot, name, file('id\n1\n'));
    }
    expect((await uploads.list(bot)).map(({ file_name }) => file_name)).toEqual(['d', 'c', 'b']);
    expect(readdirSync(join(dataDir, 'uploads'))).toHaveLength(3);
  });
});
