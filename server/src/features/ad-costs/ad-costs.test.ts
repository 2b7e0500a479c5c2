import type { AdCost, Report } from '@botscope/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type IntegrationWorld, startIntegrations } from '../integrations/test-integrations.ts';

let world: IntegrationWorld;
beforeAll(async () => {
  world = await startIntegrations();
}, 120_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.server.services.metadata.db.deleteFrom('ad_costs').execute();
});

const cost = (day: string, source: string, amount: number, currency = 'EUR'): AdCost => ({
  ...{ day, source, currency, amount },
});
const path = (rest = ''): string => `/api/bots/${world.key}/ad-costs${rest}`;
const list = async (query = '') => (await world.owner.get(path(query))).body.data;
const post = async (rest: string, body: object) => {
  const { status, body: answer } = await world.owner.post(path(rest), body);
  const [error] = answer.errors ?? [];
  return status === 200 ? answer.data : `${error?.code} ${error?.field}`;
};

describe('costs of advertising', () => {
  it('are saved, replaced, listed from the newest day on, and removed', async () => {
    const items = [
      cost('2026-03-01', 'google', 1_250),
      cost('2026-03-02', 'google', 900),
      cost('2026-03-02', 'vk', 70, 'RUB'),
    ];
    expect(await post('', { items })).toEqual({ saved: 3 });
    expect(await post('', { items: [cost('2026-03-01', 'google', 1_300)] })).toEqual({ saved: 1 });
    expect(await list()).toEqual({
      items: [
        cost('2026-03-02', 'google', 900),
        cost('2026-03-02', 'vk', 70, 'RUB'),
        cost('2026-03-01', 'google', 1_300),
      ],
      total: 3,
    });
    expect(await list('?from=2026-03-02&until=2026-03-02&source=vk')).toMatchObject({ total: 1 });
    const { amount: _, ...key } = cost('2026-03-02', 'google', 0);
    expect(await post('/remove', { items: [key, { ...key, source: 'nobody' }] })).toEqual({ removed: 1 });
    expect(await list()).toMatchObject({ total: 2 });
  });

  it.each([
    [cost('2026-02-30', 'google', 1), 'InvalidField items.0.day'],
    [cost('2026-03-01', '', 1), 'RequiredFields items.0.source'],
    [cost('2026-03-01', 'google', -1), 'InvalidField items.0.amount'],
    [cost('2026-03-01', 'google', 1.5), 'InvalidField items.0.amount'],
    [cost('2026-03-01', 'google', 1, 'eur'), 'InvalidField items.0.currency'],
  ])('%j is refused', async (item, error) => {
    expect(await post('', { items: [item] })).toBe(error);
  });

  it('are imported from a file, whole or not at all', async () => {
    const header = 'day;source;amount\n';
    const good = `${header}01.03.2026;google;12,50\n02.03.2026;google;7\n`;
    expect(await post('/import', { text: good, currency: 'EUR', dry_run: true })).toEqual({
      rows: 2,
      saved: 0,
      problems: [],
    });
    expect(await list()).toMatchObject({ total: 0 });
    const bad = await post('/import', { text: `${good}03.03.2026;google;x\n`, currency: 'EUR' });
    expect(bad).toMatchObject({ saved: 0, problems: [{ line: 4, field: 'amount', problem: 'invalid', text: 'x' }] });
    expect(await list()).toMatchObject({ total: 0 });
    expect(await post('/import', { text: good, currency: 'EUR' })).toEqual({ rows: 2, saved: 2, problems: [] });
    expect(await list()).toMatchObject({
      items: [cost('2026-03-02', 'google', 700), cost('2026-03-01', 'google', 1_250)],
    });
    expect(await post('/import', { text: good })).toBe('RequiredFields currency');
  });

  it('are reported by the bot’s own code', async () => {
    const report = async (body: unknown, key = world.apiKey) => {
      const headers = { 'content-type': 'application/json', 'api-key': key };
      const answer = await fetch(`${world.server.url}/v1/ad-costs`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const { description, result } = (await answer.json()) as { description?: string; result?: object };
      return [answer.status, description ?? result];
    };
    expect(await report(cost('2026-03-01', 'google', 5))).toEqual([200, { saved: 1 }]);
    expect(await report([cost('2026-03-01', 'google', 6), cost('2026-03-01', 'vk', 7)])).toEqual([200, { saved: 2 }]);
    expect(await list()).toMatchObject({ items: [cost('2026-03-01', 'google', 6), cost('2026-03-01', 'vk', 7)] });
    const wrong = [cost('2026-03-01', 'x', 1), { ...cost('2026-03-01', 'y', 1), amount: '2' }];
    expect(await report(wrong)).toEqual([400, 'Bad Request: 1.amount is invalid']);
    expect(await report([])).toEqual([400, expect.stringContaining('between 1 and 1000')]);
    expect(await report(cost('2026-03-01', 'google', 5), 'wrong')).toEqual([401, 'Unauthorized']);
    expect(await list()).toMatchObject({ total: 2 });
  });

  it('stand beside what sources brought', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await post('', { items: [cost(today, 'google', 300)] });
    for (const name of ['Anna', 'Boris']) world.journey.user(name).sends('/start google');
    await world.push();
    const { body } = await world.owner.get(`/api/reports/${world.key}/utm_summary?period=7d`);
    const { columns, rows } = (body.data as unknown as Report).table ?? { columns: [], rows: [] };
    const place = columns.findIndex(({ name }) => name === 'payers');
    expect(rows.find(({ name }) => name === 'google')?.values.slice(place)).toEqual([0, 300, 150, null, null]);
  });
});
