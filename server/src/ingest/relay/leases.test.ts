import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BotLeases, LeaseHolder } from '../leases/bot-leases.ts';
import { createPassOn } from '../leases/pass-on.ts';
import { botKey, ourHookSecret, type RelayWorld, startRelayWorld } from './test-relay.ts';

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 2 });
const secret = 'installation-secret';
const update = (id: number, text: string): string =>
  JSON.stringify({ update_id: id, message: { chat: { id: 1 }, text } });

/** Another process of the installation, which notes what is passed on to it. */
let other: { server: Server; address: string; got: { url: string; headers: IncomingHttpHeaders; body: string }[] };
/** Process that serves the bot, as the process under test knows it. */
let holder: LeaseHolder;
let isInherited: boolean;
let lose: () => void;
let world: RelayWorld;
let gain: () => void;
/** Process that takes over the bots when the process under test stops; null = none. */
let successor: string | null;

beforeEach(async () => {
  const receivedRequests: (typeof other)['got'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    receivedRequests.push({ url: request.url ?? '', headers: request.headers, body });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"method":"sendMessage"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  other = { server, got: receivedRequests, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  holder = { is: 'here' };
  isInherited = false;
  successor = null;
  const leases: BotLeases = {
    holderOf: () => holder,
    claim: async () => holder,
    isInherited: () => isInherited,
    onLost(listener) {
      lose = () => listener(botKey, false);
    },
    onGained(listener) {
      gain = () => listener(botKey);
    },
    successorOf: async () => successor,
    leave: async () => undefined,
  };
  world = await startRelayWorld({ leases, passOn: createPassOn(secret) });
});
afterEach(async () => {
  await world.stop();
  other.server.closeAllConnections();
  other.server.close();
});

const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, { method: 'POST', body, headers });
const waits = (id: number, bot = botKey, isLeaving = false): Record<string, string> => ({
  'x-botscope-passed-on': secret,
  'x-botscope-waiting': encodeURIComponent(
    JSON.stringify({ bot, update: id, lane: 'chat 1', since: 0, until: 4e12, isOurs: true, secret: null, isLeaving }),
  ),
});

test('an update of a bot that another process serves goes there, and its answer comes back', async () => {
  holder = { is: 'elsewhere', address: other.address };
  const answer = await send(update(1, 'hi'));
  expect([answer.status, await answer.text()]).toEqual([200, '{"method":"sendMessage"}']);
  expect(other.got).toMatchObject([
    {
      url: `/hook/${botKey}/${ourHookSecret}`,
      body: update(1, 'hi'),
      headers: { 'x-botscope-passed-on': secret },
    },
  ]);
  expect(world.bot.received).toEqual([]);
  expect(world.recorded).toEqual([]);
});

test.each<[string, LeaseHolder, Record<string, string>]>([
  ['out of reach', { is: 'elsewhere', address: null }, {}],
  ['gone', { is: 'elsewhere', address: 'http://127.0.0.1:9' }, {}],
  ['said to be elsewhere by who passed it on', { is: 'elsewhere', address: 'http://127.0.0.1:9' }, waits(1)],
  ['unknown', { is: 'nobody' }, {}],
])(
  'Telegram is asked to come again while the process that serves the bot is %s',
  async (_where, knownHolder, headers) => {
    holder = knownHolder;
    const answer = await send(update(1, 'hi'), headers);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(world.bot.received).toEqual([]);
  },
);

test('a request under way is called back when the lease is lost, and Telegram gets no answer', async () => {
  world.bot.answer = () => undefined;
  const answer = send(update(1, 'hi')).then(
    () => 'answered',
    () => 'cut off',
  );
  await until(() => world.bot.received.length === 1);
  holder = { is: 'elsewhere', address: other.address };
  lose();
  expect(await answer).toBe('cut off');
});

test('waiting updates go to the process that serves the bot from now on, in order and once', async () => {
  await world.bot.stop();
  for (const id of [1, 2, 3]) expect((await send(update(id, `text ${id}`))).status).toBe(200);
  expect(world.relay.queued(botKey)).toBe(3);
  holder = { is: 'elsewhere', address: other.address };
  world.relay.retryNow(botKey);
  await until(() => world.relay.queued(botKey) === 0);
  expect(other.got.map(({ body }) => body)).toEqual([1, 2, 3].map((id) => update(id, `text ${id}`)));
  const [first] = other.got;
  expect(JSON.parse(decodeURIComponent(String(first?.headers['x-botscope-waiting'])))).toMatchObject({
    bot: botKey,
    update: 1,
    lane: 'chat 1',
    isOurs: false,
  });
  await world.restart();
  expect(world.relay.queued(botKey)).toBe(0);
});

test('a server that stops gives what waits to another one, and keeps it where there is none', async () => {
  await world.bot.stop();
  await send(update(1, 'one'));
  await world.restart();
  expect(world.relay.queued(botKey)).toBe(1);
  // It still serves the bot: a newer update must not overtake those that wait.
  successor = other.address;
  await world.restart();
  expect(world.relay.queued(botKey)).toBe(0);
  expect(other.got.map(({ body }) => body)).toEqual([update(1, 'one')]);
  expect(decodeURIComponent(String(other.got[0]?.headers['x-botscope-waiting']))).toContain('"isLeaving":true');
});

test('an update that waited elsewhere is delivered once, also if it comes twice', async () => {
  await world.bot.stop();
  expect((await send(update(1, 'one'), waits(1))).status).toBe(200);
  expect((await send(update(1, 'one'), waits(1))).status).toBe(200);
  expect(world.relay.queued(botKey)).toBe(1);
  await world.bot.start();
  world.relay.retryNow(botKey);
  await until(() => world.relay.queued(botKey) === 0);
  expect((await send(update(1, 'one'), waits(1))).status).toBe(200);
  expect(world.bot.texts()).toEqual(['one']);
});

test.each([
  ['another bot', waits(1, 'fedcba9876543')],
  ['no head', { ...waits(1), 'x-botscope-waiting': '%7B%7D' }],
])('an update that waited elsewhere for %s is refused', async (_what, headers) => {
  expect((await send(update(1, 'one'), headers)).status).toBe(503);
  expect(world.bot.received).toEqual([]);
});

test('an update passed on without the secret of the installation is an update like any other', async () => {
  const headers = { ...waits(1), 'x-botscope-passed-on': 'a guess' };
  expect((await send(update(1, 'one'), headers)).status).toBe(200);
  expect(world.bot.texts()).toEqual(['one']);
  holder = { is: 'elsewhere', address: other.address };
  await send(update(2, 'two'), headers);
  expect(other.got[0]?.headers).toMatchObject({ 'x-botscope-passed-on': secret });
});

test('an update delivered since a process died is known when that process comes back with it', async () => {
  isInherited = true;
  expect((await send(update(1, 'one'))).status).toBe(200);
  expect(world.bot.texts()).toEqual(['one']);
  expect((await send(update(1, 'one'), waits(1))).status).toBe(200);
  await world.restart();
  expect((await send(update(1, 'one'), waits(1))).status).toBe(200);
  expect([world.relay.queued(botKey), world.bot.texts()]).toEqual([0, ['one']]);
});

test('updates that a stopping process gives away wait for the lease, and newer ones wait behind them', async () => {
  holder = { is: 'elsewhere', address: 'http://127.0.0.1:9' };
  expect((await send(update(1, 'one'), waits(1, botKey, true))).status).toBe(200);
  expect((await send(update(2, 'two'), waits(2, botKey, true))).status).toBe(200);
  expect((await send(update(3, 'three'))).status).toBe(503);
  expect([world.relay.queued(botKey), world.bot.texts()]).toEqual([2, []]);
  holder = { is: 'here' };
  expect((await send(update(3, 'three'))).status).toBe(200);
  expect(world.bot.texts()).toEqual([]);
  gain();
  await until(() => world.relay.queued(botKey) === 0);
  expect(world.bot.texts()).toEqual(['one', 'two', 'three']);
});
