import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startJourney } from '@botscope/testkit/journey.ts';
import { expect, it } from 'vitest';
import { startServer as startClickHouse } from '../events/store/test-stores.ts';
import { startTestPostgres } from '../platform/metadata/test-postgres.ts';
import { askAsMonitor, startTestServer } from './test-server.ts';

it('counts the same past one machine: ClickHouse over HTTP, PostgreSQL', async () => {
  const eventsDir = mkdtempSync(join(tmpdir(), 'botscope-clickhouse-'));
  const clickhouse = await startClickHouse(eventsDir);
  const postgres = await startTestPostgres();
  const server = await startTestServer({
    CLICKHOUSE_URL: clickhouse.url,
    DATABASE_URL: await postgres.createDatabase({ hasTables: false }),
  });
  try {
    const { accounts, bots } = server.services;
    const credentials = { email: 'owner@example.com', password: 'long enough' };
    const { key: accountKey } = await accounts.createAccount(credentials);
    const { bot, apiKey } = await bots.add(accountKey, 'shop_bot');
    const journey = startJourney({ from: '2026-03-02T09:00:00Z', bot: 'shop_bot' });
    const [anna, boris] = [journey.user('Anna'), journey.user('Boris')];
    anna.sends('/start');
    journey.after('1m');
    anna.presses('buy');
    boris.sends('hello');
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(`${server.url}/v1/send-batch-update`, {
        method: 'POST',
        headers: { 'Api-Key': apiKey },
        body: JSON.stringify(journey.updates),
      });
      expect(answer.status).toBe(200);
    }

    const owner = server.visitor();
    await owner.post('/api/user/sign-in/login', { identity: credentials.email, password: credentials.password });
    const report = async (type: string) =>
      (await owner.get(`/api/reports/${bot.key}/${type}?period=2026-03-02..2026-03-02&detail=day`)).body;
    expect(await report('visitors')).toMatchObject({ data: { lines: [{ values: [2], total: 2 }] } });
    expect(await report('session_count')).toMatchObject({ data: { lines: [{ values: [2], total: 2 }] } });
    expect(await report('avg_duration_session')).toMatchObject({
      data: { lines: [{ values: [30] }, { values: [30] }] },
    });
    expect(await (await askAsMonitor(server, '/readyz')).json()).toMatchObject({
      ready: true,
      engine: 'server',
      metadata: true,
    });
  } finally {
    await server.close();
    await postgres.stop();
    clickhouse.child.stdin?.end();
    await once(clickhouse.child, 'exit');
    rmSync(eventsDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}, 90_000);

it('loads the embedded engine only when it is used: it has no build for every platform', async () => {
  const withoutEngine = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => {
      if (name === 'chdb') throw new Error('no build of chdb');
      return next(name, context);
    } });`;
  const load = (file: string) =>
    promisify(execFile)(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(withoutEngine)}`,
      '--eval',
      `import(${JSON.stringify(new URL(file, import.meta.url).href)}).then(() => console.log('loaded'))`,
    ]);
  expect((await load('./server.ts')).stdout).toBe('loaded\n');
  await expect(load('../events/store/engine/embedded.ts')).rejects.toThrow('no build of chdb');
}, 60_000);
