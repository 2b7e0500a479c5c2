import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { botKey, ourHookSecret, type RelayWorld, startRelayWorld } from './test-relay.ts';

let world: RelayWorld;
beforeEach(async () => {
  world = await startRelayWorld();
});
afterEach(() => world.stop());

const deliver = (body: string) =>
  fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, { method: 'POST', body: new Uint8Array(Buffer.from(body)) });
const buildList = (count: number, text: string): string => `[${Array(count).fill(text).join(',')}]`;

it.each([
  ['more values than any update', `{"update_id":1,"message":{"x":${buildList(100_000, '[]')}}}`],
  ['more levels', `{"update_id":1,"message":{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`],
  ['more bytes', `{"update_id":1,"message":{"text":"${'x'.repeat(1_200_000)}"}}`],
])('an update with %s goes to the bot byte for byte, unread, and is reported to its owner', async (_name, body) => {
  expect((await deliver(body)).status).toBe(200);
  expect(world.bot.received.map((one) => one.body === body)).toEqual([true]);
  expect(world.recorded).toEqual([]);
  expect(world.failures).toMatchObject([{ kind: 'relay', reason: 'TooLarge' }]);
});

it('an answer that inflates a hundredfold, or holds more than a call can, is passed on and not read', async () => {
  const call = (content: string): string => `{"method":"sendMessage","chat_id":7,"x":${content}}`;
  const answers = [call('0'), call(buildList(9_000_000, '0')), call(buildList(100_000, '[]'))];
  for (const [index, answer] of answers.entries()) {
    const packed = gzipSync(answer);
    world.bot.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed);
    const hookResponse = await deliver(`{"update_id":${index + 1},"message":{"text":"${index}"}}`);
    expect([hookResponse.status, await hookResponse.text()]).toEqual([200, answer]);
  }
  await vi.waitUntil(() => world.recorded.length === 3, { timeout: 10_000 });
  expect(world.recordedCalls.map(({ params }) => params)).toEqual([{ chat_id: 7, x: 0 }]);
});
