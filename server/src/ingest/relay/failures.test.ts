import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { botKey, type RelayWorld, startRelayWorld } from './test-relay.ts';

let world: RelayWorld;
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 2 });
const allDelivered = () => until(() => world.simulated.pending === 0);
/** Moves the clock in small steps, until something is true: requests in flight need real time between them. */
async function wait(seconds: number, condition?: () => boolean): Promise<void> {
  for (let passed = 0; passed < seconds * 1_000; passed += 500) {
    world.clock.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (condition?.()) return;
  }
  if (condition && !condition()) throw new Error(`not within ${seconds} s`);
}

beforeEach(async () => {
  world = await startRelayWorld();
});
afterEach(async () => {
  await world.stop();
});

describe('a bot that fails', () => {
  const faults: [
    string,
    (response: import('node:http').ServerResponse) => void,
    Partial<{ code: number; reason: string; text: string }>,
  ][] = [
    [
      '502 with HTML',
      (r) => r.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
      { code: 502, reason: 'BadStatus', text: '502 Bad Gateway: <h1>Bad Gateway</h1>' },
    ],
    ['500 with JSON', (r) => r.writeHead(500).end('{"error":"x"}'), { code: 500, reason: 'BadStatus' }],
    [
      'a redirect',
      (r) => r.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
      { code: 302, reason: 'BadStatus' },
    ],
    ['a reset', (r) => r.socket?.resetAndDestroy(), { code: 0, reason: 'Unreachable' }],
    [
      'an answer cut off',
      (r) => {
        r.writeHead(200, { 'Content-Length': 100 });
        r.write('{"met');
        setTimeout(() => r.destroy(), 10);
      },
      { code: 0, reason: 'Unreachable' },
    ],
  ];

  it.each(faults)(
    'is asked again at once after %s, then the update is queued; Telegram sees no failure',
    async (_name, fail, failure) => {
      world.bot.answer = (_request, response) => fail(response);
      await world.setWebhook('ours');
      world.telegram.user({ first_name: 'Anna' }).sends('1');
      await allDelivered();
      expect(world.simulated.lastDeliveryError).toBeUndefined();
      expect(world.relay.queued(botKey)).toBe(1);
      expect(world.state).toEqual({ queued: 1, downSince: world.clock.now().getTime() });
      expect(world.bot.received.length).toBe(2);
      expect(world.failures).toMatchObject([failure, failure]);
      world.clock.advance('1999ms');
      expect(world.bot.received.length).toBe(2);
      world.bot.answer = (_request, response) => response.end();
      world.clock.advance('1ms');
      await until(() => world.relay.queued(botKey) === 0);
      expect(world.bot.texts()).toEqual(['1', '1', '1']);
      expect(world.state).toEqual({ queued: 0, downSince: null });
      expect(world.recorded.length).toBe(1);
    },
  );

  it('is cured by the immediate repeat', async () => {
    world.bot.answer = (_request, response) => response.writeHead(world.bot.received.length === 1 ? 500 : 200).end();
    await world.setWebhook('ours');
    world.telegram.user({ first_name: 'Anna' }).sends('1');
    await allDelivered();
    expect(world.bot.texts()).toEqual(['1', '1']);
    expect(world.relay.queued(botKey)).toBe(0);
  });

  it('has its update queued after 57 s if it is too slow, before Telegram gives up', async () => {
    world.bot.answer = () => undefined;
    await world.setWebhook('ours');
    world.telegram.user({ first_name: 'Anna' }).sends('1');
    await until(() => world.bot.received.length === 1);
    world.clock.advance('57s');
    await allDelivered();
    expect(world.simulated.lastDeliveryError).toBeUndefined();
    expect(world.failures).toMatchObject([{ code: 0, reason: 'Timeout' }]);
    expect(world.relay.queued(botKey)).toBe(1);
  });

  it('is left alone for as long as its Retry-After says', async () => {
    world.bot.answer = (_request, response) => response.writeHead(429, { 'Retry-After': '90' }).end();
    await world.setWebhook('ours');
    world.telegram.user({ first_name: 'Anna' }).sends('1');
    await allDelivered();
    expect(world.bot.received.length).toBe(1);
    await wait(89);
    expect(world.bot.received.length).toBe(1);
    world.bot.answer = (_request, response) => response.end();
    world.clock.advance(1_000);
    await until(() => world.bot.received.length === 2);
  });

  it('keeps the order of each chat if it fails in the middle, and other chats go on', async () => {
    await world.setWebhook('ours');
    const anna = world.telegram.user({ first_name: 'Anna' });
    const boris = world.telegram.user({ first_name: 'Boris' });
    let isDown = false;
    world.bot.answer = (request, response) =>
      response.writeHead(isDown && request.body.includes('"Anna"') ? 500 : 200).end();
    anna.sends('a1');
    boris.sends('b1');
    await allDelivered();
    isDown = true;
    for (const text of ['a2', 'a3', 'a4']) anna.sends(text);
    boris.sends('b2');
    await allDelivered();
    expect(world.relay.queued(botKey)).toBe(3);
    expect(world.simulated.lastDeliveryError).toBeUndefined();
    await wait(10);
    isDown = false;
    anna.sends('a5');
    await wait(120, () => world.relay.queued(botKey) === 0);
    await allDelivered();
    const texts = world.bot.texts();
    expect(texts.filter((text) => text.startsWith('b'))).toEqual(['b1', 'b2']);
    expect([...new Set(texts.filter((text) => text.startsWith('a')))]).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    for (const text of ['a1', 'a3', 'a4', 'a5']) expect(texts.filter((one) => one === text)).toEqual([text]);
  });

  it('has an update dropped and reported if it fails for longer than the update lives', async () => {
    await world.bot.stop();
    await world.setWebhook('ours');
    const anna = world.telegram.user({ first_name: 'Anna' });
    world.simulated.receives({ inline_query: { id: '1', from: anna.user, query: 'q', offset: '' } });
    anna.sends('1');
    await allDelivered();
    expect(world.relay.queued(botKey)).toBe(2);
    await wait(31);
    expect(world.relay.queued(botKey)).toBe(1);
    expect(world.failures.filter(({ reason }) => reason === 'Expired').length).toBe(1);
    await world.bot.start();
    await wait(120, () => world.relay.queued(botKey) === 0);
    expect(world.bot.texts()).toEqual(['1']);
  });

  it('is asked at once, after 2, 4, 8 … s without its token, then Telegram gets the failure', async () => {
    world.hookBot.token = null;
    world.bot.answer = (_request, response) =>
      response.writeHead(503, 'Gone Fishing', { 'Retry-After': '0' }).end('later');
    await world.setWebhook('ours');
    world.telegram.user({ first_name: 'Anna' }).sends('1');
    await wait(60, () => world.simulated.lastDeliveryError !== undefined);
    expect(world.simulated.lastDeliveryError?.message).toBe('Wrong response from the webhook: 503 Gone Fishing');
    expect(world.relay.queued(botKey)).toBe(0);
    expect(world.bot.received.length).toBeGreaterThanOrEqual(6);
    world.bot.answer = (_request, response) => response.end();
    await wait(120, () => world.simulated.pending === 0);
  });

  it('to answer while the server ends: after 5 s Telegram is left to come again', async () => {
    world.bot.answer = () => undefined;
    await world.setWebhook('ours');
    world.telegram.user({ first_name: 'Anna' }).sends('1');
    await until(() => world.bot.received.length === 1);
    const restarted = world.restart();
    await until(() => world.clock.nextIn === 5_000);
    world.bot.answer = (_request, response) => response.end();
    world.clock.advance('5s');
    await restarted;
    await wait(10, () => world.simulated.pending === 0);
    expect(new Set(world.bot.texts())).toEqual(new Set(['1']));
    expect(world.relay.queued(botKey)).toBe(0);
  });

  it('is tried at once when its owner asks for it', async () => {
    await world.bot.stop();
    await world.setWebhook('ours');
    for (const name of ['Anna', 'Boris', 'Clara']) world.telegram.user({ first_name: name }).sends(name);
    await allDelivered();
    await wait(30);
    await world.bot.start();
    world.relay.retryNow(botKey);
    await until(() => world.relay.queued(botKey) === 0);
    expect(world.bot.texts().sort()).toEqual(['Anna', 'Boris', 'Clara']);
  });
});
