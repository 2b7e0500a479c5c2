import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, type Permissions, uploadPath } from '@botscope/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultStartRules } from '../../events/normalize/normalize-update.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { AppError } from '../../platform/errors.ts';
import { createApp } from '../../platform/http/app.ts';
import { createHttp } from '../../platform/http/http.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { ownerPermissions } from '../access/access.ts';
import { auditRecorder } from '../audit/audit.ts';
import { registerUploads } from './feature.ts';
import { createUploads, type Uploads } from './uploads.ts';

const metadata = testMetadata();
const logger = pino({ level: 'silent' });
const bot = { key: '0123456789abc' };
/** By the cookie: `me` is the owner, `colleague` only imports. */
const permissionsByCookie: Readonly<Record<string, Permissions>> = {
  me: ownerPermissions,
  colleague: { role: null, keys: new Set(['storage.upload']), reports: new Set() },
};
let dataDir: string;
let store: ThrowawayStore;
let uploads: Uploads;
let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'botscope-upload-routes-'));
  store = await openThrowawayStore();
  const row = { key: bot.key, bot_name: 'shop_bot', username: '', api_key_hash: '' };
  await metadata().db.insertInto('bots').values(row).execute();
  const loadRules = async () => defaultStartRules;
  uploads = createUploads({
    metadata: metadata(),
    store,
    rulesOf: loadRules,
    dataDir,
    owner: randomUUID(),
    maxBytes: 5_000_000,
    logger,
  });
  app = await createApp({ logger, https: false });
  const http = createHttp<typeof bot>(app, {
    account: async ({ headers: { cookie: key = '' } }) => (key in permissionsByCookie ? ({ key } as Account) : null),
    permit: async (account, key, permission) => {
      const permissions = permissionsByCookie[account?.key ?? ''];
      if (permissions === undefined) throw new AppError('NotSignedIn');
      if (key !== bot.key || permission !== 'storage.upload') throw new AppError('NotFound');
      return { bot, permissions };
    },
    isOperator: () => false,
    csrfToken: () => 'token',
  });
  registerUploads(http, { uploads, record: auditRecorder(metadata().db) });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await uploads.close();
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const path = uploadPath(bot.key);
async function ask(method: string, to: string, init: { body?: string; headers?: Record<string, string> } = {}) {
  const response = await fetch(`${url}${to}`, { ...init, method, headers: { cookie: 'me', ...init.headers } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}
async function data(method: string, to: string, init: Parameters<typeof ask>[2] = {}) {
  const { status, text } = await ask(method, to, init);
  const answer = JSON.parse(text);
  return answer.status === 'success' ? answer.data : [status, answer.errors[0].code, answer.errors[0].field];
}

test.each(['application/octet-stream', 'application/json', 'text/csv', 'multipart/form-data', ''])(
  'a file is taken as it comes, under %j',
  async (type) => {
    const headers = { 'content-type': type, 'x-csrf-token': 'token', 'sec-fetch-site': 'same-origin' };
    const body = '[{"id": 1}]';
    const receivedUpload = await data('POST', `${path}?file_name=${encodeURIComponent('C:\\me\\люди.json')}`, {
      body,
      headers,
    });
    expect(receivedUpload).toMatchObject({
      file_name: 'люди.json',
      bytes: 11,
      format: 'json',
      state: 'ready',
      columns: ['id'],
    });
  },
);

test('an upload leads from the file to the report of refused lines', async () => {
  const headers = { 'content-type': 'application/octet-stream' };
  const { id, mapping } = await data('POST', `${path}?file_name=a.csv`, { body: 'id\n1\nx\n', headers });
  const json = { 'content-type': 'application/json' };
  const choice = { headers: json, body: JSON.stringify({ content: 'users', mapping }) };
  expect(await data('POST', `${path}/${id}/start`, choice)).toMatchObject({ id, state: 'running' });
  await expect.poll(async () => (await data('GET', `${path}/${id}`)).state).toBe('done');
  expect(await data('GET', `${path}/${id}`)).toMatchObject({ accepted: 1, refused: 1, read_bytes: 7 });
  const report = await ask('GET', `${path}/${id}/rejected-rows.csv`);
  expect(report.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(report.headers.get('content-disposition')).toMatch(/^attachment; filename="refused-.*\.csv"$/);
  expect(report.text).toBe('line,reason,text\r\n3,BadUserId,"[""x""]"\r\n');
  expect((await data('GET', path)).map((one: { id: string }) => one.id)).toContain(id);
  expect(await data('DELETE', `${path}/${id}`)).toBeNull();
  expect(await data('GET', `${path}/${id}`)).toEqual([404, 'NotFound', undefined]);
});

test('contents of rows are for those who may see the list of users', async () => {
  const colleague = { cookie: 'colleague' };
  const read = (to: string) => data('GET', to, { headers: colleague });
  const fullContents = {
    preview: [
      ['7', 'Ann'],
      ['x', 'Bob'],
    ],
  };
  const hiddenContents = { columns: ['id', 'name'], preview: [] };
  const receivedUpload = await data('POST', path, { body: 'id,name\n7,Ann\nx,Bob\n', headers: colleague });
  const { id, mapping } = receivedUpload;
  expect(receivedUpload).toMatchObject({ state: 'ready', ...hiddenContents });
  expect(await data('GET', `${path}/${id}`)).toMatchObject(fullContents);

  const choice = JSON.stringify({ content: 'users', mapping });
  const headers = { ...colleague, 'content-type': 'application/json' };
  expect(await data('POST', `${path}/${id}/start`, { headers, body: choice })).toMatchObject(hiddenContents);
  await expect.poll(async () => (await read(`${path}/${id}`)).state).toBe('done');
  const rejected = { accepted: 1, refused: 1, rejected_rows: [{ line: 3, reason: 'BadUserId', text: null }] };
  expect(await read(`${path}/${id}`)).toMatchObject({ ...hiddenContents, ...rejected });
  expect((await read(path)).find((one: { id: string }) => one.id === id)).toMatchObject({
    ...hiddenContents,
    ...rejected,
  });
  expect(await data('GET', `${path}/${id}`)).toMatchObject({
    ...fullContents,
    rejected_rows: [{ line: 3, reason: 'BadUserId', text: '["x","Bob"]' }],
  });
  expect(await read(`${path}/${id}/rejected-rows.csv`)).toEqual([403, 'AccessDenied', undefined]);
  expect((await ask('GET', `${path}/${id}/rejected-rows.csv`)).status).toBe(200);
});

test('a file from a stranger, from another site or with a wrong token is not taken', async () => {
  const body = 'id\n1\n';
  const sendRefused = async (headers: Record<string, string>, to = path) => data('POST', to, { body, headers });
  expect(await sendRefused({ cookie: '' })).toEqual([401, 'NotSignedIn', undefined]);
  expect(await sendRefused({ 'sec-fetch-site': 'cross-site' })).toEqual([403, 'CsrfFailed', undefined]);
  expect(await sendRefused({ 'x-csrf-token': 'other' })).toEqual([403, 'CsrfFailed', undefined]);
  expect(await sendRefused({}, uploadPath('fedcba9876543'))).toEqual([404, 'NotFound', undefined]);
  expect((await ask('GET', `${path}/x/rejected-rows.csv`)).status).toBe(404);
});

test('a file that is too large is answered, and the next one taken', async () => {
  expect(await data('POST', path, { body: 'x'.repeat(20_000_000) })).toEqual([413, 'UploadTooLarge', undefined]);
  expect(await data('POST', path, { body: '\u0001\u0002' })).toEqual([400, 'UploadUnreadable', undefined]);
  expect(await data('POST', path, { body: 'id\n1\n' })).toMatchObject({ state: 'ready' });
});
