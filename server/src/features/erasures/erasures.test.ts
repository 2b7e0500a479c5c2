import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ConversationPage, Erasure, ErasureCertificate } from '@botscope/contract';
import { userFilePath } from '@botscope/contract';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { erasedTables } from '../../events/store/erase-users.ts';
import { anEvent } from '../../events/store/test-event.ts';
import { dayMs, minuteMs } from '../../platform/time-units.ts';
import type { BotErrorPage } from '../bot-errors/bot-errors.ts';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';
import { metadataTables } from './user-data.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Found nowhere else, and too mixed to be compressed away. */
const marker = `q7${randomUUID().replaceAll('-', '')}`;
const tables = [...erasedTables, 'erasing_users'];
let world: WritingWorld;
let ida: SimulatedUser;

/** Programs that say what they are report nothing. */
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const json = (value: unknown): string => JSON.stringify(value);
const erasuresPath = (rest = '') => `/api/bots/${world.key}/erasures${rest}`;
const erase = (userIds: readonly number[], mode = 'erase', visitor = world.owner) =>
  visitor.post(erasuresPath(), { user_ids: userIds, mode });
const list = async () => dataOf<{ erasures: Erasure[] }>(await world.owner.get(erasuresPath())).erasures;
const loadState = async (id: number) => (await list()).find((one) => one.erasure_id === id)?.state;
const countRows = (user: SimulatedUser) => world.server.services.store.countUserRows(world.key, [user.id]);

async function addUser(first_name: string): Promise<SimulatedUser> {
  const user = world.telegram.user({
    first_name,
    last_name: `${first_name}son`,
    username: first_name,
    bot: world.bot,
  });
  user.sends('/start ads');
  await vi.waitFor(async () => expect(await countRows(user)).toBeGreaterThan(0), { timeout: 20_000 });
  return user;
}

/** Files below a directory whose bytes contain a text, unpacked where they are gzip. */
function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((path) => statSync(path).isFile())
    .filter((path) => {
      const bytes = readFileSync(path);
      const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return bytes.includes(text) || (isPacked && gunzipSync(bytes).includes(text));
    });
}

/** Tables of the metadata store with a row that has a number or a word, whatever the type of the column. */
async function tablesNaming(word: number | string): Promise<string[]> {
  const { run } = world.server.services.metadata;
  const naming: string[] = [];
  for (const table of Object.keys(metadataTables)) {
    const [row] = await run(`SELECT count(*)::int AS rows FROM "${table}" AS one WHERE one::text ~ $1`, [
      `\\m${word}\\M`,
    ]);
    if (row?.rows !== 0) naming.push(table);
  }
  return naming;
}

/** Reported by pages, uploaded, noted by colleagues, and said by Telegram: most of it does not name the user. */
async function plantElsewhere(): Promise<void> {
  const { owner, key, server } = world;
  const id = ida.user.id;
  const app = dataOf<{ app_id: number; key: string }>(
    await owner.post(`/api/bots/${key}/mini-apps`, { system_name: 'shop', origins: [] }),
  );
  const site = dataOf<{ site_id: number; key: string }>(
    await owner.post(`/api/bots/${key}/websites`, { name: 'Shop', domains: ['example.com'] }),
  );
  for (const [k, origin] of [
    [app.key, 'https://app.example.com'],
    [site.key, 'https://example.com'],
  ]) {
    const l = randomUUID().replaceAll('-', '');
    const body = { k, l, v: 1, h: 'example.com', sent: Date.now(), e: [{ n: 5, bad: marker }, marker] };
    const hit = await fetch(`${server.url}/hit`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: String(origin), 'user-agent': browser },
      body: json(body),
    });
    expect(hit.status, await hit.text()).toBeLessThan(300);
  }
  for (const path of [`mini-apps/${app.app_id}/errors`, `websites/${site.site_id}/errors`]) {
    expect(JSON.stringify((await owner.get(`/api/bots/${key}/${path}`)).body), path).toContain(marker);
  }
  const note = await owner.post(world.path(ida, '/notes'), { text: `note ${marker}` });
  expect(note.status, json(note.body)).toBe(200);
  const state = { rules: '', search: String(id), sort: '', columns: '' };
  const view = await owner.post(`/api/bots/${key}/users-views`, { name: 'One', is_shared: true, state });
  expect(view.status, json(view.body)).toBe(200);
  const list = { name: 'List', kind: 'list', members: { user_ids: [id, world.anna.user.id] } };
  expect((await owner.post(`/api/bots/${key}/segments`, list)).status).toBe(200);
  // Nothing runs jobs here: it waits until it is stopped.
  const members = { user_ids: [id, world.anna.user.id] };
  const job = { members, expected: 2, field: 'note', value: 'same' };
  const waitingJob = await owner.post(`/api/bots/${key}/user-jobs/fields`, job);
  expect(waitingJob.status, json(waitingJob.body)).toBe(200);
  const campaign = { name: 'Stopped', audience: { kind: 'rules' }, message: { text: 'Hello' } };
  const { campaign_id } = dataOf<{ campaign_id: number }>(await owner.post(`/api/bots/${key}/campaigns`, campaign));
  const telegramError = `Bad Request: chat ${id} not found`;
  const { db } = server.services.metadata;
  await db
    .updateTable('campaigns')
    .set({ problem_description: telegramError })
    .where('campaign_id', '=', campaign_id)
    .execute();
  await db
    .insertInto('campaign_ends')
    .values({ bot_key: key, campaign_id, how: 'failed', description: telegramError })
    .execute();
}

/** Everything that the product keeps about a user. */
beforeAll(async () => {
  world = await startWriting();
  const { owner, key, server } = world;
  const { services } = server;
  // So that the test does not wait for the half minute that a replaced part is kept.
  for (const table of tables) {
    await services.store.query({ sql: `ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 1` });
  }
  ida = await addUser(marker);
  ida.sends(`text ${marker}`);
  ida.sendsPhoto(`caption ${marker}`);
  const field = { key: 'note', name: 'Note', type: 'text' } as const;
  await services.customFields.create(key, { ...field, accountKey: null });
  const value = { userId: ida.user.id, key: 'note', value: `value ${marker}` };
  await services.customFields.setValues(key, [value], { kind: 'api' });
  expect((await world.send(ida, { text: `answer ${marker}` })).status).toBe(200);
  await owner.post(world.path(ida, '/takeover'), { from_colleague: false });
  const complaint = { reason: 'complained', note: `complaint ${marker}` };
  expect((await owner.post(world.path(ida, '/unsubscribe'), complaint)).status).toBe(200);
  const text = `{"user":{"id":${ida.user.id},"first_name":"${marker}"}}`;
  services.botErrors.record([{ bot: key, kind: 'update', code: 400, reason: 'UnknownField', text }]);
  // Pushed by the bot: one item says whose it is, the other one nothing.
  const item = { message_id: 7, from: { id: world.anna.user.id, first_name: 'Anna' }, text: 'hers' };
  const pushed = await fetch(`${server.url}/v1/send-batch-update`, {
    method: 'POST',
    headers: { 'api-key': await services.bots.rotateApiKey(key), 'content-type': 'application/json' },
    body: json([item, { said: marker }]),
  });
  expect(pushed.status, await pushed.text()).toBe(200);
  // The value is the user's, and nothing in the example says so.
  services.botErrors.record([{ bot: key, kind: 'update', code: 400, reason: 'NotAFieldValue', text: `"${marker}"` }]);
  await plantElsewhere();
  const draft = await owner.post(`/api/bots/${key}/campaigns`, {
    name: 'Planned',
    audience: { kind: 'ids', user_ids: [ida.user.id, world.anna.user.id] },
    message: { text: 'Hello' },
  });
  expect(draft.status, JSON.stringify(draft.body)).toBe(200);
  const photo = await vi.waitFor(async () => {
    const { items } = dataOf<ConversationPage>(await owner.get(world.path(ida, '/messages')));
    for (const item of items) {
      const content = item.type === 'message' ? item.versions[0]?.content : null;
      if (content?.kind === 'photo') return { id: content.file.file_id, cursor: item.cursor };
    }
    throw new Error('no photo yet');
  });
  const cookie = [...owner.cookies].map(([name, one]) => `${name}=${one}`).join('; ');
  const path = userFilePath(key, ida.user.id, photo.id, photo.cursor);
  expect((await fetch(`${server.url}${path}`, { headers: { cookie } })).status).toBe(200);
});
afterAll(() => world.close());

describe('erasing a user', () => {
  let erasure: Erasure;

  it('is refused where it makes no sense', async () => {
    expect(errorOf(await erase([]))).toBe('InvalidField user_ids');
    expect(errorOf(await erase([0]))).toBe('InvalidField user_ids.0');
    expect(errorOf(await erase([ida.user.id], 'hide'))).toBe('InvalidField mode');
    expect((await erase([ida.user.id], 'erase', world.stranger)).status).toBe(404);
    const demo = { key: world.key, is_demo: true };
    const actor = { accountKey: null, actor: '', botKey: null, ip: '', userAgent: '' };
    const demoErasure = world.server.services.erasures.begin(demo, [1], 'erase', actor);
    await expect(demoErasure).rejects.toMatchObject({ code: 'AccessDenied' });
    expect(await list()).toEqual([]);
  });

  it('hides them everywhere', async () => {
    expect(filesWith(world.server.dataDir, marker)).not.toEqual([]);
    erasure = dataOf<Erasure>(await erase([ida.user.id, ida.user.id]));
    expect(erasure).toMatchObject({ mode: 'erase', users: 1, hidden_at: null, done_at: null });
    await vi.waitFor(async () => expect(await loadState(erasure.erasure_id)).toBe('hidden'), { timeout: 60_000 });
    expect(await countRows(ida)).toBe(0);
    for (const rest of ['', '/messages', '/log', '/fields']) {
      expect(await world.owner.get(world.path(ida, rest)), rest).toMatchObject({ status: 404 });
    }
    const otherAnswer = await world.owner.get(world.path(world.anna));
    const lists = await world.server.services.metadata.run("SELECT audience -> 'user_ids' AS ids FROM campaigns");
    expect(lists).toEqual(expect.arrayContaining([{ ids: [world.anna.user.id] }]));
    expect(await tablesNaming(ida.user.id)).toEqual([]);
    expect(otherAnswer.status).toBe(200);
    const { key } = world;
    for (const path of [`/users?search=${marker}`, '/errors', '/audit', '/uploads']) {
      const { status, body } = await world.owner.get(`/api/bots/${key}${path}`);
      expect(status, path).toBe(200);
      expect(JSON.stringify(body), path).not.toMatch(new RegExp(`${marker}|\\b${ida.user.id}\\b`));
    }
    // Examples of others stay as they are, and of those that say nobody the structure.
    const { lines } = dataOf<BotErrorPage>(await world.owner.get(`/api/bots/${key}/errors`));
    const texts = new Map(lines.map(({ reason, text }) => [reason, text]));
    expect(texts.get('AMessage')).toContain('"text":"hers"');
    expect([texts.get('NotAnItem'), texts.get('NotAFieldValue')]).toEqual(['{"said":"…"}', '"…"']);
    const earlyCertificate = await world.owner.get(erasuresPath(`/${erasure.erasure_id}/certificate`));
    expect(errorOf(earlyCertificate)).toBe('ErasureNotDone');
  });

  it('stores nothing about them, and the bot still gets their updates', async () => {
    const before = world.hook.requests.length;
    ida.sends(`again ${marker}`);
    await vi.waitFor(() => expect(world.hook.requests.length).toBe(before + 1), { timeout: 20_000 });
    await world.server.services.store.flush();
    expect(await countRows(ida)).toBe(0);
    expect(errorOf(await world.send(ida, { text: 'Hello' }))).toBe('UserErased');
    const takeoverAnswer = await fetch(`${world.server.url}/v1/takeover`, {
      method: 'POST',
      headers: { 'api-key': await world.server.services.bots.rotateApiKey(world.key) },
      body: JSON.stringify({ user_id: ida.user.id, action: 'take' }),
    });
    expect([takeoverAnswer.status, await takeoverAnswer.json()]).toMatchObject([
      400,
      { description: 'Bad Request: user not found' },
    ]);
  });

  it('is done when their data are gone from the files, and the certificate says so', async () => {
    const { erasures, store } = world.server.services;
    expect(await erasures.purge(Date.now())).toEqual({ purged: 0, waiting: 1 });
    await vi.waitFor(
      async () => expect(await erasures.purge(Date.now() + 11 * minuteMs)).toEqual({ purged: 1, waiting: 0 }),
      { timeout: 60_000, interval: 1_000 },
    );
    const parts = erasedTables.map(
      (table) => `SELECT count() AS rows FROM ${table} WHERE bot = {bot:String} AND user_id = {user:Int64}`,
    );
    const sql = `SELECT sum(rows) AS total FROM (${parts.join(' UNION ALL ')}) SETTINGS apply_deleted_mask = 0`;
    expect(await store.query({ sql, params: { bot: world.key, user: ida.user.id } })).toEqual([{ total: 0 }]);
    await vi.waitFor(
      async () => {
        expect(await erasures.continueAll()).toEqual({ continued: 0, done: 1 });
      },
      { timeout: 100_000, interval: 2_000 },
    );
    const certificate = dataOf<ErasureCertificate>(
      await world.owner.get(erasuresPath(`/${erasure.erasure_id}/certificate`)),
    );
    expect(certificate).toMatchObject({
      erasure: { erasure_id: erasure.erasure_id, mode: 'erase', users: 1, state: 'done' },
      bot: world.key,
      users: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      places: {
        users: expect.any(Number),
        field_values: 1,
        messages: 1,
        takeovers: 1,
        files: 1,
        bot_errors: 3,
        page_errors: 4,
        campaigns: 2,
        campaign_ends: 1,
        user_jobs: 1,
        user_notes: 1,
        users_views: 1,
        segment_members: expect.any(Number),
      },
    });
    expect(certificate.places.events).toBeGreaterThanOrEqual(5);
    expect(certificate.places.audit).toBeGreaterThanOrEqual(1);
    const { entries } = dataOf<{ entries: { action: string; detail: Record<string, unknown> }[] }>(
      await world.owner.get(`/api/bots/${world.key}/audit`),
    );
    expect(entries.filter(({ action }) => /eras/.test(action)).map(({ detail }) => detail)).toEqual([
      { erasure_id: erasure.erasure_id, mode: 'erase', users: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { erasure_id: erasure.erasure_id, mode: 'erase', users: 1 },
    ]);
  });
});

describe('a user who was erased', () => {
  it('is a new one after the next /start; what happened before stays erased', async () => {
    const eve = await addUser('Eve');
    const { erasure_id: id } = dataOf<Erasure>(await erase([eve.user.id], 'anonymise'));
    await vi.waitFor(async () => expect(await loadState(id)).toBe('hidden'), { timeout: 60_000 });
    expect(await countRows(eve)).toBe(0);
    const { store } = world.server.services;
    const anonymous = 'SELECT user_id FROM users WHERE bot = {bot:String} AND user_id >= {first:UInt64}';
    const anonymousUsers = await store.query<{ user_id: number }>({
      sql: anonymous,
      params: { bot: world.key, first: 2 ** 52 },
    });
    expect(anonymousUsers).toEqual([{ user_id: expect.any(Number) }]);

    // Telegram's dates have whole seconds: those of the second of the erasure are before it.
    await vi.waitFor(
      async () => {
        eve.sends('/start');
        await store.flush();
        expect(await countRows(eve)).toBeGreaterThan(0);
      },
      { timeout: 20_000, interval: 500 },
    );
    expect((await world.owner.get(world.path(eve))).status).toBe(200);
    expect((await world.send(eve, { text: 'Welcome back' })).status).toBe(200);
    await store.write([anEvent({ bot: world.key, userId: eve.user.id, time: Date.now() - dayMs, id: '99' })]);
    await store.flush();
    const lateEventSql = 'SELECT count() AS rows FROM events WHERE bot = {bot:String} AND id = 99';
    expect(await store.query({ sql: lateEventSql, params: { bot: world.key } })).toEqual([{ rows: 0 }]);
    // Different events: copies of one row are merged at any time, so the number of rows may fall by itself.
    const loadEventIds = (userId: number) =>
      store.query<{ id: string }>({
        sql: 'SELECT DISTINCT toString(id) AS id FROM events WHERE bot = {bot:String} AND user_id = {user:Int64} ORDER BY id',
        params: { bot: world.key, user: userId },
      });
    const before = await loadEventIds(eve.user.id);
    expect(before.length).toBeGreaterThanOrEqual(2);
    // The purge leaves alone what they did since.
    await vi.waitFor(
      async () => {
        const { waiting } = await world.server.services.erasures.purge(Date.now() + 11 * minuteMs);
        expect(waiting).toBe(0);
      },
      { timeout: 60_000, interval: 1_000 },
    );
    expect(await loadEventIds(eve.user.id)).toEqual(before);
    expect((await world.owner.get(world.path(eve))).status).toBe(200);
  });
});

it('every table of the metadata store that names users is erased from', async () => {
  const { metadata, userData } = world.server.services;
  const tables = await metadata.run(`SELECT DISTINCT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name ~ '^((user|chat|user)(_id)?|members)$' ORDER BY table_name`);
  const names = tables.map((row) => String(row.table_name));
  expect(names).toEqual(expect.arrayContaining(['messages', 'takeovers', 'user_jobs']));
  expect(userData.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  const handled = Object.entries(metadataTables).filter(([, effect]) => effect === 'erased' || effect === 'redacted');
  const erasing = new Set(userData.map(({ name }) => name));
  // Files are in no table.
  erasing.delete('files');
  expect([...erasing].toSorted()).toEqual(handled.map(([name]) => name).toSorted());
});

// The last one: it ends the server.
it('no file of the data directory contains a word of an erased user', async () => {
  await world.server.stop();
  expect(filesWith(world.server.dataDir, marker)).toEqual([]);
});
