import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startJourney } from '@botscope/testkit/journey.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestClickHouse, type TestClickHouse } from '../features/bot-moves/test-servers.ts';
import { askAsMonitor, startTestServer, type TestServer, type TestVisitor } from './test-server.ts';

const day = 'period=2026-03-02..2026-03-03&detail=hour';
const reports = ['visitors', 'session_count', 'avg_duration_session', 'new_users', 'source_launches', 'commands'];
const names = ['a', 'b', 'c', 'd'].map((letter) => `shop_${letter}_bot`);

interface ShownBot {
  key: string;
  apiKey: string;
  name: string;
}
interface Installation {
  server: TestServer;
  owner: TestVisitor;
  bots: ShownBot[];
}

let clickhouses: TestClickHouse[];
let multiInstallation: Installation;
let singleInstallation: Installation;

async function install(environment: Record<string, string>): Promise<Installation> {
  const server = await startTestServer(environment);
  const credentials = { email: 'owner@example.com', password: 'long enough' };
  const { key: account } = await server.services.accounts.createAccount(credentials);
  const bots: ShownBot[] = [];
  for (const name of names) {
    const { bot, apiKey } = await server.services.bots.add(account, name);
    bots.push({ key: bot.key, apiKey, name });
  }
  const owner = server.visitor();
  await owner.post('/api/user/sign-in/login', { identity: credentials.email, password: credentials.password });
  return { server, owner, bots };
}

beforeAll(async () => {
  clickhouses = await Promise.all([startTestClickHouse(), startTestClickHouse()]);
  multiInstallation = await install({ CLICKHOUSE_URL: clickhouses.map(({ url }) => url).join(' ') });
  singleInstallation = await install({});
}, 120_000);
afterAll(async () => {
  await multiInstallation?.server.close();
  await singleInstallation?.server.close();
  await Promise.all(clickhouses.map((clickhouse) => clickhouse.remove()));
});

/** Returns the updates of a bot: its users differ by the number of the bot. */
function traffic(name: string, from: string): unknown[] {
  const journey = startJourney({ from, bot: name });
  const users = ['Anna', 'Boris', 'Clara', 'Dora']
    .slice(0, 1 + names.indexOf(name))
    .map((firstName) => journey.user(firstName));
  for (const [index, user] of users.entries()) {
    user.sends(index % 2 === 0 ? '/start ads' : '/start');
    journey.after('1m');
    user.presses('buy');
    journey.after('40m');
    user.sends('hello');
  }
  return journey.updates;
}

async function push({ server }: Installation, bot: ShownBot, updates: unknown[]): Promise<number> {
  const body = JSON.stringify(updates);
  const headers = { 'Api-Key': bot.apiKey };
  return (await fetch(`${server.url}/v1/send-batch-update`, { method: 'POST', headers, body })).status;
}

async function answers({ owner }: Installation, bot: ShownBot): Promise<unknown[]> {
  const all = [];
  for (const report of reports) {
    const { status, body } = await owner.get(`/api/reports/${bot.key}/${report}?${day}`);
    // The delay of a store differs from moment to moment; its data must not.
    const { complete_until: _, ...answer } = (body.data ?? {}) as Record<string, unknown>;
    all.push([report, status, answer]);
  }
  return all;
}

async function expectEqualReports(): Promise<void> {
  for (const [index, bot] of multiInstallation.bots.entries()) {
    const singleBot = singleInstallation.bots[index];
    expect(singleBot && (await answers(multiInstallation, bot))).toEqual(
      singleBot && (await answers(singleInstallation, singleBot)),
    );
  }
}

it('counts the same on two servers as on one', async () => {
  for (const installation of [multiInstallation, singleInstallation]) {
    for (const bot of installation.bots) {
      expect(await push(installation, bot, traffic(bot.name, '2026-03-02T09:00:00Z'))).toBe(200);
    }
  }
  await expectEqualReports();
  const { services } = multiInstallation.server;
  expect(await services.botMoves.servers()).toMatchObject([
    { default: true, bots: 2, events: 12 },
    { default: false, bots: 2, events: 18 },
  ]);
  const [report] = await answers(multiInstallation, multiInstallation.bots[3] as ShownBot);
  expect(report).toMatchObject(['visitors', 200, { lines: [{ total: 4 }] }]);
}, 120_000);

it('serves the bots of one server while the other one is away, and loses nothing', async () => {
  const [first, second] = multiInstallation.bots as [ShownBot, ShownBot];
  await clickhouses[1]?.stop();
  for (const installation of [multiInstallation, singleInstallation]) {
    for (const bot of installation.bots) {
      expect(await push(installation, bot, traffic(bot.name, '2026-03-03T09:00:00Z'))).toBe(200);
    }
  }
  expect(await answers(multiInstallation, first)).toEqual(
    await answers(singleInstallation, singleInstallation.bots[0] as ShownBot),
  );
  const errorResponse = await multiInstallation.owner.get(`/api/reports/${second.key}/visitors?${day}`);
  expect([errorResponse.status, errorResponse.body.errors?.[0]?.code]).toEqual([503, 'StoreUnavailable']);
  const readiness = await askAsMonitor(multiInstallation.server, '/readyz');
  expect(readiness.status).toBe(200);
  const { servers } = (await readiness.json()) as { servers: Record<string, { ready: boolean; spooledRows: number }> };
  // By their IDs, which may be numbers: those come first, whatever the order was.
  const serverStates = Object.values(servers).map(({ ready: isReady, spooledRows }) => ({ isReady, spooledRows }));
  expect(serverStates.sort((one, other) => one.spooledRows - other.spooledRows)).toEqual([
    { isReady: true, spooledRows: 0 },
    { isReady: false, spooledRows: 18 },
  ]);
  const metrics = await (await askAsMonitor(multiInstallation.server, '/metrics')).text();
  expect(metrics.match(/botscope_events_spooled_rows\{server="[0-9a-f]{8}"\} \d+/g)).toHaveLength(2);

  await clickhouses[1]?.start();
  await multiInstallation.server.services.store.flush();
  await expectEqualReports();
}, 120_000);

it('lets the operator see the servers, move a bot and cancel the move', async () => {
  const admin = async (...args: string[]) => {
    const main = new URL('../features/admin/main.ts', import.meta.url).pathname;
    const env = { ...process.env, DATA_DIR: multiInstallation.server.dataDir };
    return JSON.parse((await promisify(execFile)(process.execPath, [main, ...args], { env })).stdout);
  };
  const bot = multiInstallation.bots[0]?.key ?? '';
  const { servers, moves } = await admin('event-servers');
  const ids = (servers as { id: string }[]).map(({ id }) => id);
  expect([ids, moves]).toEqual([[expect.stringMatching(/^[0-9a-f]{8}$/), expect.stringMatching(/^[0-9a-f]{8}$/)], []]);
  const move = { bot, from: ids[0], to: ids[1] };
  expect(await admin('move-bot', '--bot', bot, '--to', ids[1] ?? '')).toMatchObject({ ...move, state: 'preparing' });
  expect(await admin('event-servers')).toMatchObject({ moves: [{ ...move, problem: '' }] });
  await expectEqualReports();
  expect(await admin('cancel-move', '--bot', bot)).toMatchObject({ ...move, state: 'cancelling' });
  await expect(admin('move-bot', '--bot', bot, '--to', 'nowhere')).rejects.toThrow('No such server');
}, 120_000);
