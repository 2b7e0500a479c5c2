import { startAmplitude } from '@botscope/testkit/partners/amplitude.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SendFailure } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { amplitude } from './amplitude.ts';

const apiKey = 'ca9a4e00ca9a4e00ca9a4e00ca9a4e00';
let fake: Awaited<ReturnType<typeof startAmplitude>>;

beforeEach(async () => {
  fake = await startAmplitude(apiKey);
});
afterEach(() => fake.stop());

const context = (settings: Record<string, unknown> = {}, key = apiKey) =>
  testContext('amplitude', {
    settings,
    secrets: { api_key: key },
    names: { 'payment.succeeded': 'Purchase' },
    origins: { 'https://api2.amplitude.com': fake.url, 'https://api.eu.amplitude.com': fake.url },
  });

const paid = testItem('payment.succeeded');
const time = Date.UTC(2026, 10, 20, 11);

/** An event of a user, by their ID. */
function itemOf(userId: number, id: string) {
  const item = testItem('user.left', { id });
  return { ...item, event: { ...item.event, user: item.event.user && { ...item.event.user, id: userId } } };
}

describe('a request', () => {
  it('is exactly this', async () => {
    const { sent, ...deps } = context({ region: 'eu', revenue_currency: 'EUR' });
    const finished = testItem('campaign.finished', { id: 'evt_2' });
    expect(await amplitude.deliver([paid, finished], deps)).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
    expect(sent).toEqual([amplitude.preview([paid, finished], deps, testNow)]);
    expect({ ...sent[0], body: JSON.parse(String(sent[0]?.body)) }).toEqual({
      method: 'POST',
      url: 'https://api.eu.amplitude.com/2/httpapi',
      headers: { 'content-type': 'application/json', 'user-agent': 'Botscope/1' },
      body: {
        api_key: apiKey,
        events: [
          {
            ...{ user_id: '7001', event_type: 'Purchase', time, insert_id: paid.event.id },
            event_properties: {
              ...{ bot: 'shop_bot', bot_key: '0123456789abc', charge_id: '7412_8305', invoice_payload: 'order 12' },
              ...{ amount: 19.99, currency: 'EUR' },
            },
            user_properties: {
              ...{ name: 'Anna', first_name: 'Anna', username: 'anna', language: 'en', is_premium: false },
              ...{ first_seen_at: '2026-11-01T10:00:00.000Z', first_source: 'google', first_param_source: 'google' },
            },
            ...{ revenue: 19.99, revenueType: 'Purchase' },
          },
          {
            ...{ device_id: 'bot-0123456789abc', event_type: 'campaign.finished', time, insert_id: 'evt_2' },
            event_properties: {
              ...{ bot: 'shop_bot', bot_key: '0123456789abc', campaign_id: 101, name: 'Spring sale' },
              ...{ sent: 980, failed: 15, skipped: 5 },
            },
          },
        ],
        options: { min_id_length: 1 },
      },
    });
  });

  it('has revenue in the chosen currency only', async () => {
    const stars = testItem('payment.succeeded', {
      id: 'evt_s',
      data: { amount: 250, currency: 'XTR', decimals: 0, charge_id: '1', invoice_payload: '' },
    });
    const refund = testItem('payment.refunded', { id: 'evt_r' });
    await amplitude.deliver([paid, stars, refund], context({ revenue_currency: 'EUR' }));
    await amplitude.deliver([testItem('payment.succeeded', { id: 'evt_d' })], context());
    expect([...fake.events.values()].map(({ revenue, revenueType }) => [revenue, revenueType])).toEqual([
      [19.99, 'Purchase'],
      [undefined, undefined],
      [-19.99, 'Refund'],
      [undefined, undefined],
    ]);
    expect(fake.events.get('evt_s')?.event_properties).toMatchObject({ amount: 250, currency: 'XTR' });
  });
});

describe('events', () => {
  it('are known again when they are sent again', async () => {
    fake.faults.push({ kind: 'lost' });
    const failure = await amplitude.deliver([paid], context()).catch((error: unknown) => error);
    expect(failure).toEqual(new SendFailure('reset', true));
    await amplitude.deliver([paid], context());
    expect(fake.events.size).toBe(1);
  });

  it('that Amplitude lists are rejected, and the others are sent at once without them', async () => {
    const bad = testItem('user.left', { id: 'evt_bad', at: '1960-01-01T00:00:00.000Z' });
    expect(await amplitude.deliver([paid, bad, itemOf(7002, 'evt_3')], context())).toEqual([
      { kind: 'delivered' },
      { kind: 'rejected', code: 'rejected', detail: 'events_with_invalid_fields: time' },
      { kind: 'delivered' },
    ]);
    expect([...fake.events.keys()]).toEqual([paid.event.id, 'evt_3']);
  });

  it('of throttled users wait, those of others do not', async () => {
    fake.state.throttled.add('7002');
    expect(await amplitude.deliver([paid, itemOf(7002, 'evt_2')], context())).toEqual([
      { kind: 'delivered' },
      {
        ...{ kind: 'retry', code: 'throttled', afterMs: 30_000 },
        detail: 'Too many requests for some devices and users',
      },
    ]);
    expect([...fake.events.keys()]).toEqual([paid.event.id]);
  });

  it('of users beyond the daily quota, and of silenced ones, are rejected', async () => {
    fake.state.exhausted.add('7002');
    expect(await amplitude.deliver([paid, itemOf(7002, 'evt_2')], context())).toMatchObject([
      { kind: 'delivered' },
      { kind: 'rejected', code: 'quota' },
    ]);
    fake.state.silenced.add('7003');
    expect(await amplitude.deliver([itemOf(7003, 'evt_3'), itemOf(7004, 'evt_4')], context())).toMatchObject([
      { kind: 'rejected', code: 'rejected', detail: 'silenced_events' },
      { kind: 'delivered' },
    ]);
  });

  it('that are refused in both attempts are sent one by one', async () => {
    fake.state.throttled.add('7002');
    const bad = testItem('user.left', { id: 'evt_bad', at: '1960-01-01T00:00:00.000Z' });
    expect(await amplitude.deliver([paid, bad, itemOf(7002, 'evt_2')], context())).toMatchObject([
      { kind: 'split' },
      { kind: 'rejected' },
      { kind: 'retry', code: 'throttled' },
    ]);
  });
});

describe('an answer', () => {
  it.each([
    [{ status: 400, body: '{"code":400,"error":"Invalid JSON request body"}' }, 'split', 'rejected'],
    [{ status: 413, body: '' }, 'split', 'too_large'],
    [{ status: 429, body: '{"code":429,"error":"Too many requests"}' }, 'retry', 'throttled'],
    [{ status: 503, body: '' }, 'retry', 'unavailable'],
  ])('%o means %s: %s', async (answer, kind, code) => {
    fake.faults.push({ kind: 'answer', answer });
    expect(await amplitude.deliver([paid], context())).toEqual([expect.objectContaining({ kind, code })]);
  });

  it('to a wrong key does not bring it into the log', async () => {
    const outcomes = await amplitude.deliver([paid], context({}, apiKey.replaceAll('4', '5')));
    expect(outcomes).toEqual([{ kind: 'stop', code: 'unauthorized', detail: 'Invalid API key: …' }]);
  });
});

it('sends no more than the free plan takes', () => {
  const { items, perSecond } = amplitude.limits(context());
  expect(items * (perSecond ?? Number.POSITIVE_INFINITY)).toBe(1_000);
});

it('shares the limits by the key, without saying it', () => {
  const lane = amplitude.lane(context());
  expect(lane).toMatch(/^amplitude:[0-9a-f]{16}$/);
  expect(lane).not.toContain('ca9a4e');
});
