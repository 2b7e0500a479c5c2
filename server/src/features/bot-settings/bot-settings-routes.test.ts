import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noSegments } from '../../analytics/query/segments/segment-context.ts';
import { registerReports } from '../../analytics/report-routes.ts';
import { anEvent } from '../../events/store/test-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import { createApp } from '../../platform/http/app.ts';
import { createHttp } from '../../platform/http/http.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { ownerPermissions } from '../access/access.ts';
import { auditRecorder } from '../audit/audit.ts';
import { type BotRow, type Bots, createBots } from '../bots/bots.ts';
import { registerHiddenCommands } from '../hidden-commands/feature.ts';
import { createHiddenCommands, type HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import { createSiteTickets } from '../site-tickets/site-tickets.ts';
import { type BotSettingsService, createBotSettings } from './bot-settings.ts';
import { registerBotSettings } from './feature.ts';

const logger = pino({ level: 'silent' });
const now = Date.parse('2026-03-31T12:00:00Z');
const metadata = testMetadata();
const requestedPermissions: string[] = [];
let store: ThrowawayStore;
let bots: Bots;
let botSettings: BotSettingsService;
let hiddenCommands: HiddenCommands;
let app: FastifyInstance;
let key: string;

beforeAll(async () => {
  store = await openThrowawayStore();
  bots = createBots({ metadata: metadata(), secret: 's'.repeat(32), logger });
  key = store.freshBot();
  await bots.ensureDemo(key, 'shop_bot');
  await bots.change(key, { last_update_at: new Date(now) });
  const siteTickets = createSiteTickets({ db: metadata().db, bus: createLocalBus() });
  botSettings = createBotSettings({ metadata: metadata(), store, bots, siteTickets, logger, now: () => now });
  hiddenCommands = createHiddenCommands({ metadata: metadata(), store, logger });
  app = await createApp({ logger, https: false });
  const http = createHttp<BotRow>(app, {
    account: async () => null,
    permit: async (_account, botKey, permission) => {
      requestedPermissions.push(permission);
      return { bot: (await bots.byKey(botKey))!, permissions: ownerPermissions };
    },
    isOperator: () => false,
    csrfToken: () => 'token',
  });
  const record = auditRecorder(metadata().db);
  registerBotSettings(http, { botSettings, record });
  registerHiddenCommands(http, { hiddenCommands, record });
  registerReports(http, {
    demoBotKey: null,
    store,
    record,
    now: () => now,
    hiddenCommandsOf: hiddenCommands.stableOf,
    targetsOf: async () => [],
    segmentsOf: async () => noSegments,
  });
});
afterAll(async () => {
  await app.close();
  await botSettings.settled();
  await bots.close();
  await store.close();
});

/** The data, or `status code field` of an error. */
async function ask(method: 'GET' | 'POST', path: string, payload?: Record<string, unknown>): Promise<unknown> {
  const response = await app.inject({ method, url: `/api/${path}`, ...(payload && { payload }) });
  const answer = response.json();
  if (answer.status === 'success') return answer.data;
  const [{ code, field }] = answer.errors;
  return [response.statusCode, code, field].filter(Boolean).join(' ');
}
async function totals(type: string): Promise<unknown> {
  const path = `reports/${key}/${type}?period=2026-03-30..2026-03-31`;
  const report = (await ask('GET', path)) as { lines: { name: string; unit?: string; total: number }[] };
  return report.lines.filter(({ unit }) => unit !== 'users').map(({ name, total }) => [name, total]);
}

test('reports count commands as the owner has decided, from the next request on', async () => {
  const messages = Array.from({ length: 12 }, (_, index) =>
    anEvent({ bot: key, id: String(index + 1), text: '🛒 Basket', userId: 1 + (index % 6), time: now - 3_600_000 }),
  );
  const press = (id: string, name: string) =>
    anEvent({ bot: key, id, kind: 'callback_query', type: 'button', text: '', name, time: now - 3_600_000 });
  await store.write([...messages, press('21', 'buy:1'), press('22', 'buy:2')]);

  expect(await totals('messages_from_user')).toEqual([
    ['text', 12],
    ['button', 2],
  ]);
  expect(await ask('GET', `bots/${key}/hidden-commands`)).toEqual([]);
  await hiddenCommands.findAll(now);
  const foundCommand = { text: '🛒 Basket', count: 12, users: 6, found_at: new Date(now).toISOString() };
  expect(await ask('GET', `bots/${key}/hidden-commands`)).toEqual([{ ...foundCommand, state: 'Term' }]);
  // Found is not approved.
  expect(await totals('user_commands_stat')).toEqual([
    ['buy:1', 1],
    ['buy:2', 1],
  ]);

  const decide = (state: string) => ask('POST', `bots/${key}/hidden-commands`, { text: '🛒 Basket', state });
  expect(await decide('Stable')).toEqual([{ ...foundCommand, state: 'Stable' }]);
  expect(await ask('POST', `bots/${key}/settings`, { callback_max_length: 4 })).toMatchObject({
    callback_max_length: 4,
    session_gap_minutes: 30,
  });
  expect(await totals('user_commands_stat')).toEqual([
    ['🛒 Basket', 12],
    ['buy:', 2],
  ]);
  expect(await totals('messages_from_user')).toEqual([
    ['command', 12],
    ['button', 2],
  ]);
  await ask('POST', `bots/${key}/settings`, { hidden_commands: false });
  expect(await totals('messages_from_user')).toEqual([
    ['text', 12],
    ['button', 2],
  ]);
  await ask('POST', `bots/${key}/settings`, { hidden_commands: true });
  expect(await decide('Term')).toEqual([{ ...foundCommand, state: 'Term' }]);
  expect(await totals('user_commands_stat')).toEqual([['buy:', 2]]);
});

test('invalid settings, start rules and hidden commands are rejected with the name of the field', async () => {
  const settings = (change: Record<string, unknown>) => ask('POST', `bots/${key}/settings`, change);
  expect(await settings({ session_gap_minutes: 241 })).toBe('400 InvalidField session_gap_minutes');
  expect(await settings({ callback_max_length: 0 })).toBe('400 InvalidField callback_max_length');
  expect(await settings({ retention_days: 6 })).toBe('400 InvalidField retention_days');
  expect(await settings({ source_determination: 'best' })).toBe('400 InvalidField source_determination');
  const rules = { type: 'all', params: [], paramSeparator: '_', valueSeparator: '_', sourceParam: 'source' };
  expect(await settings({ start_rules: rules })).toBe('400 InvalidField start_rules.valueSeparator');
  expect(await settings({ start_rules: { ...rules, valueSeparator: 'ab' } })).toBe(
    '400 InvalidField start_rules.valueSeparator',
  );
  expect(await ask('POST', `bots/${key}/start-rules/preview`, { rules, samples: ['a'] })).toBe(
    '400 InvalidField rules.valueSeparator',
  );
  expect(await ask('POST', `bots/${key}/hidden-commands`, { text: 'never said', state: 'Stable' })).toBe(
    '404 NotFound text',
  );
  expect(await ask('POST', `bots/${key}/hidden-commands`, { text: 'x', state: 'On' })).toBe('400 InvalidField state');
});

test('looking and deciding need their permissions', async () => {
  requestedPermissions.length = 0;
  await ask('GET', `bots/${key}/settings`);
  await ask('POST', `bots/${key}/settings`, {});
  await ask('POST', `bots/${key}/start-rules/preview`, {});
  await ask('GET', `bots/${key}/hidden-commands`);
  await ask('POST', `bots/${key}/hidden-commands`, {});
  expect(requestedPermissions).toEqual([
    'settings.view',
    'settings.edit',
    'settings.view',
    'settings.view',
    'settings.edit',
  ]);
});
