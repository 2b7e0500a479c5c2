import type { Account } from '@botscope/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { createApp } from '../../platform/http/app.ts';
import { createHttp } from '../../platform/http/http.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { ownerPermissions } from '../access/access.ts';
import { auditRecorder } from '../audit/audit.ts';
import { type BotErrors, createBotErrors } from './bot-errors.ts';
import { registerBotErrors } from './feature.ts';

const metadata = testMetadata();
const logger = pino({ level: 'silent' });
const bot = { key: '0123456789abc' };
let botErrors: BotErrors;
let app: FastifyInstance;
/** Permissions of the account. */
let permissions: string[];

beforeAll(async () => {
  permissions = ['errors.view', 'settings.edit'];
  const row = { key: bot.key, bot_name: 'shop_bot', username: '', api_key_hash: '' };
  await metadata().db.insertInto('bots').values(row).execute();
  botErrors = createBotErrors({ metadata: metadata(), logger });
  app = await createApp({ logger, https: false });
  const http = createHttp<typeof bot>(app, {
    account: async () => ({ key: 'me' }) as Account,
    permit: async (_account, _key, permission) => {
      if (!permissions.includes(permission)) throw new AppError('AccessDenied');
      return { bot, permissions: ownerPermissions };
    },
    isOperator: () => false,
    csrfToken: () => 'token',
  });
  registerBotErrors(http, { botErrors, record: auditRecorder(metadata().db) });
});
afterAll(() => app.close());

const ask = async (method: 'GET' | 'DELETE', query = '') => {
  const response = await app.inject({ method, url: `/api/bots/${bot.key}/errors${query}` });
  const answer = response.json();
  return answer.status === 'success'
    ? answer.data
    : [response.statusCode, answer.errors[0].code, answer.errors[0].field];
};

test('the log is filtered, paged and cleared', async () => {
  botErrors.record([
    { bot: bot.key, kind: 'call', code: 403, method: 'sendMessage', reason: 'Refused', text: 'Forbidden' },
    { bot: bot.key, kind: 'relay', code: 0, reason: 'Timeout', text: 'no answer' },
  ]);
  await botErrors.close();
  const all = await ask('GET');
  expect(all).toMatchObject({ total: 2, codes: [0, 403], methods: ['sendMessage'] });
  expect(await ask('GET', '?kind=relay&code=0&search=answer')).toMatchObject({
    total: 1,
    lines: [{ reason: 'Timeout' }],
  });
  expect(await ask('GET', `?after=${all.lines[0].id}`)).toMatchObject({ total: 2, lines: [{ id: all.lines[1].id }] });
  expect(await ask('GET', '?kind=other')).toEqual([400, 'InvalidField', 'kind']);
  permissions = ['errors.view'];
  expect(await ask('DELETE')).toEqual([403, 'AccessDenied', undefined]);
  permissions = ['errors.view', 'settings.edit'];
  expect(await ask('DELETE')).toBeNull();
  expect(await ask('GET')).toEqual({ lines: [], total: 0, codes: [], methods: [] });
});
