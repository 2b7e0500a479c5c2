import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test, vi } from 'vitest';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { requestBin } from './request-bin.ts';

afterEach(() => void vi.useRealTimers());

test('requests are kept as a webhook would get them, with their user, and none leaves', async () => {
  const context = testContext('request_bin', {});
  const kept: unknown[] = [];
  const keep = async (...[request, userId]: Parameters<typeof context.keep>) => void kept.push([request, userId]);
  const items = [testItem('user.started'), testItem('bot.problem')];
  expect(await requestBin.deliver(items, { ...context, keep })).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
  expect(kept).toEqual(items.map((item) => [requestBin.preview([item], context, testNow), item.userId]));
  expect(context.sent).toEqual([]);
});

test('a kept request is signed as a real one is', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: testNow });
  const request = requestBin.preview([testItem('payment.succeeded')], testContext('request_bin', {}), testNow);
  const library = new Webhook(`whsec_${Buffer.alloc(32, 'request bin').toString('base64')}`);
  expect(library.verify(String(request?.body), { ...request?.headers })).toMatchObject({ type: 'payment.succeeded' });
});

test('each bin has a lane of its own', () => {
  expect(requestBin.lane(testContext('request_bin', {}))).toBe('bin:0123456789abcdef');
});
