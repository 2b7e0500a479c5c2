import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createGuardedDispatcher } from '../../platform/outgoing/guarded-dispatcher.ts';
import { createEmailMarketing } from './email-marketing.ts';

const ann = {
  key: 'a1',
  email: 'ann@example.com',
  locale: 'ru',
  time_zone: 'Europe/Moscow',
  bots: ['secret'],
} as const;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A service that answers with a status, or hangs (null). */
async function service(status: number | null) {
  const heard: { type: string | undefined; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    heard.push({ type: request.headers['content-type'], body: JSON.parse(Buffer.concat(chunks).toString()) });
    if (status !== null) response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/identify` };
}

function marketing(url: string | null, { allowPrivate = true, timeoutMs = 10_000 } = {}) {
  const warnings: unknown[] = [];
  const dispatcher = createGuardedDispatcher({ allowPrivate });
  closers.push(() => dispatcher.destroy());
  const logger = { warn: (problem: unknown) => void warnings.push(problem) };
  return { warnings, ...createEmailMarketing({ url, dispatcher, logger, timeoutMs }) };
}

it('hears of the address, and of nothing else', async () => {
  const { heard, url } = await service(200);
  const { sendAddress, settled, warnings } = marketing(url);
  sendAddress(ann);
  await settled();
  const traits = { email: 'ann@example.com', locale: 'ru', time_zone: 'Europe/Moscow' };
  expect(heard).toEqual([{ type: 'application/json', body: { type: 'identify', userId: 'a1', traits } }]);
  expect(warnings).toEqual([]);
});

it('does not hear of users without an address', async () => {
  const { heard, url } = await service(200);
  const { sendAddress, settled } = marketing(url);
  sendAddress({ ...ann, email: null });
  await settled();
  expect(heard).toEqual([]);
});

it.each([
  ['refuses', 500, 10_000],
  ['hangs', null, 1_000],
])('one that %s is noted, and nobody else notices', async (_, status, timeoutMs) => {
  const { heard, url } = await service(status);
  const { sendAddress, settled, warnings } = marketing(url, { timeoutMs });
  for (let time = 0; time < 30; time += 1) sendAddress(ann);
  await settled();
  // Addresses that come while twenty are under way are dropped.
  expect(warnings.length).toBe(20);
  expect(heard.length).toBeLessThanOrEqual(20);
});

it('a service in a private network is not reached', async () => {
  const { heard, url } = await service(200);
  const { sendAddress, settled, warnings } = marketing(url, { allowPrivate: false });
  sendAddress(ann);
  await settled();
  expect([heard, warnings.length]).toEqual([[], 1]);
});

it('is not asked for at all unless it is configured', async () => {
  const { sendAddress, settled } = marketing(null);
  sendAddress(ann);
  await settled();
});
