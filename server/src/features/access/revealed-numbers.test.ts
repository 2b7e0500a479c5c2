import type { Conversion, Report, UserTotals } from '@botscope/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../roles/test-server.ts';
import { createRevealedWorld, everything, type RevealedWorld } from './test-revealed.ts';

/** Payments and conversions also stand in answers about something else. */

const userId = 77_002;
const noIncome = 'without report.sum_income';
const noConversions = 'without report.conversions_summary';

let server: TestServer;
let world: RevealedWorld;
beforeAll(async () => {
  server = await startTestServer({ ROLES: 'ingest,api' });
  world = await createRevealedWorld(server, { without: ['report.sum_income', 'report.conversions_summary'] });
  const from = { id: userId, is_bot: false, first_name: 'Ann' };
  const message = { date: Math.floor(Date.now() / 1_000), from, chat: { ...from, type: 'private' } };
  const paid = { currency: 'XTR', total_amount: 50, invoice_payload: 'o', provider_payment_charge_id: 'p' };
  const contents = [
    { text: '/start source-ads' },
    { successful_payment: { ...paid, telegram_payment_charge_id: 'charge' } },
  ];
  const updates = contents.map((content, index) => ({
    date: new Date().toISOString(),
    update: { update_id: 1 + index, message: { ...message, message_id: 1 + index, ...content } },
  }));
  await server.app.inject({
    method: 'POST',
    url: '/v1/send-batch-update',
    headers: { 'api-key': world.apiKey, 'content-type': 'application/json' },
    payload: JSON.stringify(updates),
  });
  await vi.waitFor(async () => expect(await loadUnits(everything, 'conversion_summary')).toContain('money'), {
    timeout: 20_000,
  });
});
afterAll(() => server.close());

async function read<Data>(persona: string, url: string): Promise<Data> {
  const { status, data } = await world.ask(persona, 'GET', { url });
  expect([url, status]).toEqual([url, 200]);
  return data as Data;
}

async function loadUnits(persona: string, type: string): Promise<string[]> {
  const { table } = await read<Report>(persona, `/reports/${type}?period=7d&compare=previous`);
  const widths = [...(table?.rows ?? []).map(({ values }) => values.length), table?.totals.length];
  expect(new Set(widths)).toEqual(new Set([table?.columns.length]));
  return table?.columns.map(({ unit }) => unit) ?? [];
}

it('sums of money stand in tables of other reports for readers of the income alone', async () => {
  for (const type of ['utm_summary', 'conversion_summary', 'conversion_sources']) {
    expect([type, (await loadUnits(everything, type)).includes('money')]).toEqual([type, true]);
    expect([type, (await loadUnits(noIncome, type)).includes('money')]).toEqual([type, false]);
  }
});

it('conversions stand in the table of sources for readers of conversions alone', async () => {
  expect(await loadUnits(everything, 'utm_summary')).toContain('conversions');
  expect(await loadUnits(noConversions, 'utm_summary')).not.toContain('conversions');
});

it('users behind a sum are as secret as the sum', async () => {
  const users = (column: string) => ({ url: `/reports/utm_summary/users?period=7d&column=${column}` });
  const denied = { code: 'AccessDenied', field: 'column' };
  expect((await world.ask(noIncome, 'GET', users('XTR'))).error).toMatchObject(denied);
  expect((await world.ask(noConversions, 'GET', users('conversions'))).error).toMatchObject(denied);
  expect((await world.ask(everything, 'GET', users('XTR'))).data).toMatchObject({ total: 1 });
});

it('amounts of conversions and of a user are shown to readers of the income', async () => {
  const conversions = async (persona: string) =>
    (await read<{ conversions: Conversion[] }>(persona, '/conversions?period=7d')).conversions.map(
      ({ amount, currency }) => ({ amount, currency }),
    );
  expect(await conversions(everything)).toEqual([{ amount: 50, currency: 'XTR' }]);
  expect(await conversions(noIncome)).toEqual([{ amount: null, currency: '' }]);
  const csv = async (persona: string) => (await world.ask(persona, 'GET', { url: '/conversions.csv?period=7d' })).text;
  expect(await csv(everything)).toContain('XTR');
  expect(await csv(noIncome)).not.toContain('XTR');

  const totals = (persona: string) => read<UserTotals>(persona, `/users/${userId}/totals`);
  expect(await totals(everything)).toMatchObject({ payments: 1, income: [{ amount: 50, currency: 'XTR' }] });
  expect(await totals(noIncome)).toMatchObject({ payments: null, income: [] });
});

it('launch payloads and their numbers are shown by a preview of start rules to readers of the sources', async () => {
  await world.add('settings', ['settings.view']);
  const rules = { type: 'all', params: [], paramSeparator: '_', valueSeparator: '-', sourceParam: 'source' };
  const latest = async (persona: string) => {
    const body = { rules, samples: ['source-site'] };
    const { status, data } = await world.ask(persona, 'POST', { url: '/start-rules/preview', body });
    expect(status).toBe(200);
    return (data as { samples: object[]; latest: object[] }).latest.length;
  };
  expect([await latest(everything), await latest('settings')]).toEqual([1, 0]);
});
