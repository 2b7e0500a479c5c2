import { startMixpanel } from '@botscope/testkit/partners/mixpanel.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SendFailure } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { mixpanel } from './mixpanel.ts';

const secret = 'CanaryCanaryCanary';
const username = 'botscope.1a2b3c.mp-service-account';
let fake: Awaited<ReturnType<typeof startMixpanel>>;

beforeEach(async () => {
  fake = await startMixpanel({ projectId: '1234567', username, secret, now: () => testNow });
});
afterEach(() => fake.stop());

const origins = () =>
  Object.fromEntries(['api', 'api-eu', 'api-in'].map((name) => [`https://${name}.mixpanel.com`, fake.url]));
const context = (settings: Record<string, unknown> = {}, key = secret) =>
  testContext('mixpanel', {
    settings: { project_id: '1234567', username, ...settings },
    secrets: { secret: key },
    names: { 'payment.succeeded': 'Purchase' },
    origins: origins(),
  });

const paid = testItem('payment.succeeded');

describe('a request', () => {
  it('is exactly this', async () => {
    const { sent, ...deps } = context({ region: 'eu' });
    const finished = testItem('campaign.finished', { id: 'evt_2' });
    expect(await mixpanel.deliver([paid, finished], deps)).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
    expect(sent).toEqual([mixpanel.preview([paid, finished], deps, testNow)]);
    expect({ ...sent[0], body: JSON.parse(String(sent[0]?.body)) }).toEqual({
      method: 'POST',
      url: 'https://api-eu.mixpanel.com/import?strict=1&project_id=1234567',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Botscope/1',
        authorization: `Basic ${btoa(`${username}:${secret}`)}`,
      },
      body: [
        {
          event: 'Purchase',
          properties: {
            ...{ bot: 'shop_bot', bot_key: '0123456789abc', charge_id: '7412_8305', invoice_payload: 'order 12' },
            ...{ amount: 19.99, currency: 'EUR', user_name: 'Anna', user_first_name: 'Anna', user_username: 'anna' },
            ...{ user_language: 'en', user_is_premium: false, user_first_seen_at: '2026-11-01T10:00:00.000Z' },
            ...{ user_first_source: 'google', user_first_param_source: 'google' },
            ...{ time: Date.UTC(2026, 10, 20, 11), distinct_id: '7001', $insert_id: `evt-${'0'.repeat(24)}` },
          },
        },
        {
          event: 'campaign.finished',
          properties: {
            ...{ bot: 'shop_bot', bot_key: '0123456789abc', campaign_id: 101, name: 'Spring sale' },
            ...{ sent: 980, failed: 15, skipped: 5 },
            ...{ time: Date.UTC(2026, 10, 20, 11), distinct_id: '', $insert_id: 'evt-2' },
          },
        },
      ],
    });
  });

  it.each([
    ['us', 'api.mixpanel.com'],
    ['eu', 'api-eu.mixpanel.com'],
    ['in', 'api-in.mixpanel.com'],
  ])('goes to the servers of %s', (region, host) => {
    expect(new URL(mixpanel.preview([paid], context({ region }), testNow)?.url ?? '').host).toBe(host);
  });

  it('has at most 2,000 events, of any age', () => {
    expect(mixpanel.limits(context()).items).toBe(2_000);
  });

  it('is divided where it would be too large', async () => {
    const text = 'x'.repeat(700_000);
    const items = ['a', 'b', 'c'].map((id) =>
      testItem('message.received', { id: `evt_${id}`, data: { type: 'text', text } }),
    );
    await mixpanel.deliver(items, context());
    expect(fake.requests).toHaveLength(2);
    expect(fake.events.size).toBe(3);
  });
});

describe('events', () => {
  it('that Mixpanel lists are rejected, the others are delivered', async () => {
    const future = testItem('user.left', { id: 'evt_f', at: '2026-11-20T18:00:00.000Z' });
    expect(await mixpanel.deliver([paid, future, testItem('user.left', { id: 'evt_3' })], context())).toEqual([
      { kind: 'delivered' },
      {
        ...{ kind: 'rejected', code: 'rejected' },
        detail: "'properties.time' is invalid: must be specified as seconds since epoch",
      },
      { kind: 'delivered' },
    ]);
    expect(fake.events.size).toBe(2);
  });

  it('are known again when they are sent again', async () => {
    fake.faults.push({ kind: 'lost' });
    const failure = await mixpanel.deliver([paid], context()).catch((error: unknown) => error);
    expect(failure).toEqual(new SendFailure('reset', true));
    await mixpanel.deliver([paid], context());
    expect(fake.events.size).toBe(1);
  });

  it('of years ago are taken', async () => {
    const old = testItem('user.left', { at: '2021-01-01T00:00:00.000Z' });
    expect(await mixpanel.deliver([old], context())).toEqual([{ kind: 'delivered' }]);
  });
});

describe('an answer', () => {
  it.each([
    [{ status: 400, body: '{"code":400,"error":"invalid JSON"}' }, 'split', 'rejected'],
    [{ status: 402, body: 'plan limit' }, 'retry', 'quota'],
    [{ status: 413, body: '' }, 'split', 'too_large'],
    [{ status: 429, body: '', headers: { 'retry-after': '60' } }, 'retry', 'throttled'],
    [{ status: 500, body: '' }, 'retry', 'unavailable'],
  ])('%o means %s: %s', async (answer, kind, code) => {
    fake.faults.push({ kind: 'answer', answer });
    expect(await mixpanel.deliver([paid], context())).toEqual([expect.objectContaining({ kind, code })]);
  });

  it('to a wrong secret does not bring it into the log', async () => {
    const outcomes = await mixpanel.deliver([paid], context({}, 'CanaryCanaryOther'));
    expect(outcomes).toEqual([expect.objectContaining({ kind: 'stop', code: 'unauthorized' })]);
    expect(JSON.stringify(outcomes)).not.toContain('Canary');
  });

  it('to another project stops', async () => {
    expect(await mixpanel.deliver([paid], context({ project_id: '7' }))).toEqual([
      expect.objectContaining({ kind: 'stop', code: 'forbidden' }),
    ]);
  });
});

it('is tested with an event', () => {
  expect(mixpanel.test).toBeUndefined();
  expect(mixpanel.proves).toBe('arrival');
});
