import { startSegment } from '@botscope/testkit/partners/segment.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SendFailure } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { segment } from './segment.ts';

const writeKey = 'CanaryCanaryCanaryCanary';
let fake: Awaited<ReturnType<typeof startSegment>>;

beforeEach(async () => {
  fake = await startSegment(writeKey);
});
afterEach(() => fake.stop());

const context = (settings: Record<string, unknown> = {}) =>
  testContext('segment', {
    settings,
    secrets: { write_key: writeKey },
    names: { 'payment.succeeded': 'Order Completed' },
    origins: { 'https://api.segment.io': fake.url, 'https://events.eu1.segmentapis.com': fake.url },
  });

const started = testItem('user.started', { id: 'evt_1' });
const paid = testItem('payment.succeeded', { id: 'evt_2' });
const traits = {
  ...{ name: 'Anna', firstName: 'Anna', username: 'anna', language: 'en', is_premium: false },
  ...{ first_seen_at: '2026-11-01T10:00:00.000Z', first_source: 'google', first_param_source: 'google' },
};

describe('a request', () => {
  it('is exactly this', async () => {
    const { sent, ...deps } = context({ region: 'eu' });
    const items = [started, paid, testItem('campaign.finished', { id: 'evt_3' })];
    expect(await segment.deliver(items, deps)).toEqual(items.map(() => ({ kind: 'delivered' })));
    expect(sent).toEqual([segment.preview(items, deps, testNow)]);
    const common = { userId: '7001', timestamp: '2026-11-20T11:00:00.000Z' };
    const library = { name: 'botscope' };
    const bot = { bot: 'shop_bot', bot_key: '0123456789abc' };
    expect({ ...sent[0], body: JSON.parse(String(sent[0]?.body)) }).toEqual({
      method: 'POST',
      url: 'https://events.eu1.segmentapis.com/v1/batch',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Botscope/1',
        authorization: `Basic ${btoa(`${writeKey}:`)}`,
      },
      body: {
        batch: [
          { type: 'identify', messageId: 'evt_1-identify', ...common, traits, context: { library } },
          {
            ...{ type: 'track', messageId: 'evt_1', ...common, event: 'user.started', context: { library, traits } },
            properties: {
              ...{ ...bot, payload: 'source-google_medium-cpc', source: 'google', is_first: true },
              ...{ param_source: 'google', param_medium: 'cpc' },
            },
          },
          {
            ...{ type: 'track', messageId: 'evt_2', ...common, event: 'Order Completed', context: { library, traits } },
            properties: {
              ...{ ...bot, charge_id: '7412_8305', invoice_payload: 'order 12' },
              ...{ amount: 19.99, currency: 'EUR', revenue: 19.99 },
            },
          },
          {
            ...{ type: 'track', messageId: 'evt_3', anonymousId: 'bot-0123456789abc', timestamp: common.timestamp },
            ...{ event: 'campaign.finished', context: { library } },
            properties: { ...bot, campaign_id: 101, name: 'Spring sale', sent: 980, failed: 15, skipped: 5 },
          },
        ],
      },
    });
    expect(fake.messages.size).toBe(4);
  });

  it('is divided below 500 kB', async () => {
    const items = Array.from({ length: 40 }, (_, index) =>
      testItem('message.received', { id: `evt_${index}`, data: { type: 'text', text: 'x'.repeat(25_000) } }),
    );
    expect(await segment.deliver(items, context())).toEqual(items.map(() => ({ kind: 'delivered' })));
    expect(fake.requests.length).toBe(3);
    expect(fake.messages.size).toBe(40);
  });

  it('leaves out events above 32 kB', async () => {
    const large = testItem('message.received', { data: { type: 'text', text: 'x'.repeat(33_000) } });
    expect(await segment.deliver([large, paid], context())).toMatchObject([
      { kind: 'rejected', code: 'too_large' },
      { kind: 'delivered' },
    ]);
  });
});

it('is known again when it is sent again', async () => {
  fake.faults.push({ kind: 'lost' });
  const failure = await segment.deliver([started], context()).catch((error: unknown) => error);
  expect(failure).toEqual(new SendFailure('reset', true));
  await segment.deliver([started], context());
  expect([...fake.messages.keys()]).toEqual(['evt_1-identify', 'evt_1']);
});

it('sends Stars as an amount, which is no revenue', async () => {
  const data = { amount: 250, currency: 'XTR', decimals: 0, charge_id: '1', invoice_payload: '' };
  await segment.deliver([testItem('payment.succeeded', { id: 'evt_s', data })], context());
  const properties = fake.messages.get('evt_s')?.properties;
  expect(properties).toMatchObject({ amount: 250, currency: 'XTR' });
  expect(properties).not.toHaveProperty('revenue');
});

describe('an answer', () => {
  it.each([
    [{ status: 400, body: '{"success":false}' }, 'split', 'rejected'],
    [{ status: 200, body: '{"success":false,"message":"no"}' }, 'split', 'rejected'],
    [{ status: 401, body: `unknown ${writeKey}` }, 'stop', 'unauthorized'],
    [{ status: 429, body: '' }, 'retry', 'throttled'],
    [{ status: 502, body: '' }, 'retry', 'unavailable'],
  ])('%o means %s: %s', async (answer, kind, code) => {
    fake.faults.push({ kind: 'answer', answer });
    const outcomes = await segment.deliver([paid], context());
    expect(outcomes).toEqual([expect.objectContaining({ kind, code })]);
    expect(JSON.stringify(outcomes)).not.toContain('Canary');
  });
});

it('proves no more than that the address takes requests', () => {
  expect(segment.proves).toBe('address');
});

it('sends nothing more after a request that has to wait', async () => {
  const items = Array.from({ length: 40 }, (_, index) =>
    testItem('message.received', { id: `evt_${index}`, data: { type: 'text', text: 'x'.repeat(25_000) } }),
  );
  fake.faults.push({ kind: 'answer', answer: { status: 429, body: '' } });
  const outcomes = await segment.deliver(items, context());
  expect(fake.requests).toHaveLength(1);
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['retry']));
});
