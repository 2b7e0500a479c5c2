import { integrationEventKinds, providerDescriptors } from '@botscope/contract';
import { type Ga4Partner, startGa4 } from '@botscope/testkit/partners/ga4.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryItem } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { ga4 } from './ga4.ts';
import { isGa4Name } from './ga4-event.ts';

const secret = 'canary-secret-0001';
const anna = testItem('user.left').event.user!;
const dayStart = Date.UTC(2026, 10, 20) / 1_000;
const visitor = { ...anna, site: { ...anna.site, ga: '1234567890.1700000000' } };

let fake: Ga4Partner;
beforeEach(async () => {
  fake = await startGa4({ measurementId: 'G-TEST123456', apiSecret: secret, now: () => testNow });
});
afterEach(() => fake.stop());

const context = (settings: Record<string, unknown> = {}, names: Record<string, string> = {}) =>
  testContext('ga4', {
    settings: { measurement_id: 'G-TEST123456', ...settings },
    secrets: { api_secret: secret },
    names,
    origins: { 'https://www.google-analytics.com': fake.url, 'https://region1.google-analytics.com': fake.url },
  });

/** A start of another user. */
const startOf = (id: number | string, part: Partial<typeof anna> = {}): DeliveryItem =>
  testItem('user.started', { id: `evt_${String(id).padStart(24, '0')}`, user: { ...anna, id, ...part } });

describe('the request', () => {
  test('a purchase of a visitor of the website, whole', async () => {
    const sending = context();
    const item = testItem('payment.succeeded', { user: { ...visitor, id: 'ab'.repeat(16) } });
    expect(await ga4.deliver([item], sending)).toEqual([{ kind: 'delivered' }]);
    const [request] = sending.sent;
    expect({ ...request, body: JSON.parse(String(request?.body)) }).toEqual({
      method: 'POST',
      url: `https://www.google-analytics.com/mp/collect?measurement_id=G-TEST123456&api_secret=${secret}`,
      headers: { 'content-type': 'application/json' },
      body: {
        client_id: '1234567890.1700000000',
        user_id: 'ab'.repeat(16),
        user_properties: {
          bot_language: { value: 'en' },
          bot_premium: { value: 'false' },
          bot_source: { value: 'google' },
        },
        events: [
          {
            name: 'purchase',
            timestamp_micros: (testNow - 3_600_000) * 1_000,
            params: {
              session_id: dayStart,
              engagement_time_msec: 1,
              bot: 'shop_bot',
              event_id: `evt_${'0'.repeat(24)}`,
              transaction_id: '7412_8305',
              items: [{ item_id: '0123456789abc', item_name: 'shop_bot', quantity: 1, price: 19.99 }],
              currency: 'EUR',
              value: 19.99,
            },
          },
        ],
      },
    });
    expect(fake.dropped).toEqual([]);
    expect(fake.world).toMatchObject([{ client: '1234567890.1700000000', name: 'purchase' }]);
  });

  test('the preview is what is sent first', async () => {
    const sending = context();
    const items = [startOf(1), startOf(2), startOf(1)];
    await ga4.deliver(items, sending);
    expect(ga4.preview(items, sending, testNow)).toEqual(sending.sent[0]);
    expect(ga4.preview([testItem('bot.problem')], sending, testNow)).toBeNull();
  });

  test('every type that GA4 can take is taken by it', async () => {
    const types = providerDescriptors.ga4.types!;
    const sending = context();
    const items = types.map((type, index) => testItem(type, { id: `evt_${String(index).padStart(24, '0')}` }));
    expect(await ga4.deliver(items, sending)).toEqual(types.map(() => ({ kind: 'delivered' })));
    expect(fake.dropped).toEqual([]);
    expect(fake.world.map(({ name }) => name)).toEqual(types.map((type) => sending.names[type]));
    expect(types.every((type) => integrationEventKinds[type].about === 'user')).toBe(true);
  });

  test('the region chooses the host', async () => {
    const sending = context({ region: 'eu' });
    await ga4.deliver([startOf(1)], sending);
    expect(new URL(sending.sent[0]!.url).host).toBe('region1.google-analytics.com');
  });

  test('names and texts that are not sent, and long ones, do no harm', async () => {
    const sending = context();
    const user = { ...startOf(1).event.user!, language: null, is_premium: null, source: null };
    const data = { payload: '', params: {}, source: `a${'😀'.repeat(120)}`, is_first: false };
    const plain = testItem('user.started', { user, data });
    expect(await ga4.deliver([plain], sending)).toEqual([{ kind: 'delivered' }]);
    expect(fake.dropped).toEqual([]);
    expect(fake.world[0]?.params.start_source).toBe(`a${'😀'.repeat(49)}`);
    expect(JSON.parse(String(sending.sent[0]?.body)).user_properties).toBeUndefined();
    expect(String(sending.sent[0]?.body)).not.toContain('Anna');
  });
});

describe('clients', () => {
  test('a synthetic client has the form of GA4, and is the same in all events of the user', async () => {
    const sending = context();
    await ga4.deliver([startOf(7001), startOf(7002), startOf('ff'.repeat(16))], sending);
    await ga4.deliver([startOf(7001, { first_seen_at: null, language: 'de' })], sending);
    const clients = fake.world.map(({ client }) => client);
    expect(clients[3]).toBe(clients[0]);
    expect(new Set(clients).size).toBe(3);
    for (const client of clients) expect(client).toMatch(/^[1-9]\d*\.[1-9]\d{9}$/);
  });

  test('events of a client share a request, at most 25, in their order', async () => {
    const sending = context();
    const items = Array.from({ length: 60 }, (_, index) =>
      testItem('command.sent', {
        id: `evt_${String(index).padStart(24, '0')}`,
        user: { ...anna, id: 1 + (index % 2) },
      }),
    );
    const outcomes = await ga4.deliver(items, sending);
    expect(outcomes).toEqual(items.map(() => ({ kind: 'delivered' })));
    expect(sending.sent.map(({ body }) => JSON.parse(String(body)).events.length)).toEqual([25, 25, 5, 5]);
    const ids = fake.world.filter(({ user }) => user === '1').map(({ params }) => params.event_id);
    expect(ids).toEqual(items.filter(({ event }) => event.user?.id === 1).map(({ event }) => event.id));
    expect(ga4.limits(sending).items).toBe(25);
  });

  test('an ID that is none of GA4 is not used', async () => {
    const sending = context();
    await ga4.deliver([startOf(1, { site: { ...anna.site, ga: 'GA1.1.5.6' } })], sending);
    expect(fake.dropped).toEqual([]);
    expect(fake.world[0]?.client).not.toContain('GA1');
  });
});

describe('names', () => {
  test('names of the owner, also of single targets', async () => {
    const sending = context({}, { 'user.started': 'sign_up', 'conversion.reached:4': 'start_trial' });
    await ga4.deliver([startOf(1), testItem('conversion.reached')], sending);
    expect(fake.world.map(({ name }) => name)).toEqual(['sign_up', 'start_trial']);
  });

  test.each(['user.started', '1st', 'session_start', 'google_x', 'покупка', 'x'.repeat(41), ''])(
    'GA4 would drop %j, so it is refused here',
    async (name) => {
      expect(isGa4Name(name)).toBe(false);
      if (name === '') return;
      const sending = context({}, { 'user.started': name });
      const [first, second] = await ga4.deliver([startOf(1), testItem('user.left')], sending);
      expect(first).toMatchObject({ kind: 'rejected', code: 'no_name' });
      expect(second).toEqual({ kind: 'delivered' });
      expect(await ga4.test!(sending)).toMatchObject({ kind: 'rejected', code: 'no_name' });
    },
  );

  test('all usual names are right', () => {
    const { defaultNames, types } = providerDescriptors.ga4;
    expect(Object.keys(defaultNames!)).toEqual(types);
    expect(Object.values(defaultNames!).every(isGa4Name)).toBe(true);
  });
});

describe('money', () => {
  const stars = { data: { amount: 100, currency: 'XTR', decimals: 0, charge_id: 'c1', invoice_payload: '' } };

  test('Stars have no value unless the owner gives one', async () => {
    const sending = context();
    await ga4.deliver([testItem('payment.succeeded', stars)], sending);
    expect(fake.world[0]?.params).toMatchObject({ transaction_id: 'c1', stars: 100 });
    expect(fake.world[0]?.params).not.toHaveProperty('value');
    expect(fake.world[0]?.params).not.toHaveProperty('currency');
  });

  test('Stars have the value that the owner gives', async () => {
    const sending = context({ star_value: 0.013, star_currency: 'EUR' });
    await ga4.deliver([testItem('payment.succeeded', stars)], sending);
    expect(fake.world[0]?.params).toMatchObject({ currency: 'EUR', value: 1.3 });
    expect(fake.world[0]?.params).not.toHaveProperty('stars');
  });

  test('a refund, and a conversion that is a purchase, have an ID', async () => {
    const sending = context({}, { 'conversion.reached': 'purchase' });
    const data = { target_id: 4, target_name: 'Trial', amount: 500, currency: 'JPY', decimals: 0 };
    await ga4.deliver([testItem('payment.refunded'), testItem('conversion.reached', { data })], sending);
    expect(fake.dropped).toEqual([]);
    expect(fake.world.map(({ name, params }) => [name, params.transaction_id, params.value])).toEqual([
      ['refund', '7412_8305', 19.99],
      ['purchase', `evt_${'0'.repeat(24)}`, 500],
    ]);
  });
});

describe('outcomes', () => {
  test('events of the bot have no client', async () => {
    const sending = context({}, { 'bot.problem': 'bot_problem' });
    expect(await ga4.deliver([testItem('bot.problem')], sending)).toEqual([
      { kind: 'rejected', code: 'no_user', detail: '' },
    ]);
    expect(sending.sent).toEqual([]);
  });

  test.each([
    [204, { kind: 'delivered' }],
    [200, { kind: 'delivered' }],
    [400, { kind: 'split', code: 'rejected' }],
    [413, { kind: 'split', code: 'too_large' }],
    [429, { kind: 'retry', code: 'throttled' }],
    [503, { kind: 'retry', code: 'unavailable' }],
  ])('status %i', async (status, outcome) => {
    fake.faults.push({ kind: 'answer', answer: { status, body: `refused ${secret}` } });
    const outcomes = await ga4.deliver([startOf(1)], context());
    expect(outcomes).toMatchObject([outcome]);
    expect(JSON.stringify(outcomes)).not.toContain(secret);
  });

  test('a lost answer concerns its request; what comes after it was not sent, and waits', async () => {
    fake.faults.push(null, { kind: 'lost' });
    const outcomes = await ga4.deliver([startOf(1), startOf(2), startOf(3)], context());
    expect(outcomes).toEqual([
      { kind: 'delivered' },
      { kind: 'unknown', code: 'reset', detail: '' },
      { kind: 'retry', code: 'reset', detail: '' },
    ]);
    expect(fake.world).toHaveLength(2);
    expect(fake.requests).toHaveLength(2);
  });

  test('a request that did not leave is tried again', async () => {
    await fake.stop();
    expect(await ga4.deliver([startOf(1), startOf(2)], context())).toEqual([
      { kind: 'retry', code: 'refused', detail: '' },
      { kind: 'retry', code: 'refused', detail: '' },
    ]);
  });
});

describe('test', () => {
  test('asks the validation server, and shows an event in DebugView', async () => {
    const sending = context();
    expect(await ga4.test!(sending)).toEqual({ kind: 'delivered' });
    expect(fake.requests.map(({ path }) => path)).toEqual(['/debug/mp/collect', '/mp/collect']);
    expect(fake.world).toMatchObject([{ name: 'botscope_test', params: { debug_mode: 1 } }]);
    expect(ga4.proves).toBe('nothing');
  });

  test('a wrong secret goes unnoticed, as Google wants it', async () => {
    const sending = testContext('ga4', {
      settings: { measurement_id: 'G-TEST123456' },
      secrets: { api_secret: 'another-secret' },
      origins: { 'https://www.google-analytics.com': fake.url },
    });
    expect(await ga4.test!(sending)).toEqual({ kind: 'delivered' });
    expect(fake.dropped).toEqual(['api_secret']);
  });

  test('what the validation server finds is said', async () => {
    const body = JSON.stringify({ validationMessages: [{ description: `bad ${secret}` }, {}] });
    fake.faults.push({ kind: 'answer', answer: { status: 200, body } });
    expect(await ga4.test!(context())).toEqual({ kind: 'rejected', code: 'rejected', detail: 'bad •••; invalid' });
  });
});
