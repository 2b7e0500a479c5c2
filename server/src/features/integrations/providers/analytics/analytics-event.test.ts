import { describe, expect, it } from 'vitest';
import { testItem } from '../test-provider.ts';
import { analyticsEvent, majorAmount } from './analytics-event.ts';
import { maskSecrets } from './mask-secrets.ts';
import { planRequests } from './plan-requests.ts';

const names = { 'payment.succeeded': 'Purchase', 'conversion.reached:4': 'Trial started' };

describe('an event of product analytics', () => {
  it('has what happened, the user, and the money', () => {
    expect(analyticsEvent(testItem('payment.succeeded'), { names })).toEqual({
      id: `evt_${'0'.repeat(24)}`,
      name: 'Purchase',
      userId: '7001',
      botId: 'bot-0123456789abc',
      at: '2026-11-20T11:00:00.000Z',
      time: Date.UTC(2026, 10, 20, 11),
      properties: {
        ...{ bot: 'shop_bot', bot_key: '0123456789abc', charge_id: '7412_8305', invoice_payload: 'order 12' },
        ...{ amount: 19.99, currency: 'EUR' },
      },
      userProperties: {
        ...{ name: 'Anna', first_name: 'Anna', username: 'anna', language: 'en', is_premium: false },
        ...{ first_seen_at: '2026-11-01T10:00:00.000Z', first_source: 'google', first_param_source: 'google' },
      },
      revenue: { value: 19.99, currency: 'EUR' },
    });
  });

  it('takes the name of a target, else that of the type', () => {
    expect(analyticsEvent(testItem('conversion.reached'), { names }).name).toBe('Trial started');
    expect(analyticsEvent(testItem('conversion.reached', { data: { target_id: 5 } }), { names }).name).toBe(
      'conversion.reached',
    );
  });

  it('spreads the parameters of a start, and leaves out what is empty', () => {
    const event = testItem('user.started', {
      data: { payload: '', params: { source: 'google', medium: 'cpc' }, source: 'google', is_first: true },
    });
    expect(analyticsEvent(event, { names }).properties).toEqual({
      ...{ bot: 'shop_bot', bot_key: '0123456789abc', source: 'google', is_first: true },
      ...{ param_source: 'google', param_medium: 'cpc' },
    });
  });

  it('writes lists and objects as JSON', () => {
    const event = testItem('field.changed', { data: { field: 'tags', value: ['a', { b: 1 }] } });
    expect(analyticsEvent(event, { names }).properties.value).toBe('["a",{"b":1}]');
  });

  it.each([
    ['payment.refunded', { amount: 1999, currency: 'EUR', decimals: 2 }, { value: -19.99, currency: 'EUR' }],
    ['payment.succeeded', { amount: 250, currency: 'XTR', decimals: 0 }, null],
    ['conversion.reached', { amount: 1999, currency: 'EUR', decimals: 2 }, null],
    ['conversion.reached', { amount: null, currency: '', decimals: 0 }, null],
  ] as const)('%s of %o is revenue of %o', (type, data, revenue) => {
    expect(analyticsEvent(testItem(type, { data: { ...data } }), { names }).revenue).toEqual(revenue);
  });

  it('has neither a currency nor an amount without money', () => {
    const event = testItem('conversion.reached');
    expect(analyticsEvent(event, { names }).properties).not.toHaveProperty('currency');
    expect(analyticsEvent(event, { names }).properties).not.toHaveProperty('decimals');
  });

  it('is about the bot where it has no user', () => {
    const { userId, botId, userProperties } = analyticsEvent(testItem('campaign.finished'), { names });
    expect({ userId, botId, userProperties }).toEqual({ userId: null, botId: 'bot-0123456789abc', userProperties: {} });
  });

  it.each([
    [1999, 2, 19.99],
    [1, 2, 0.01],
    [250, 0, 250],
    [1234, 3, 1.234],
    [29, 2, 0.29],
  ])('%d with %d decimals is %d', (amount, decimals, value) => {
    expect(majorAmount(amount, decimals)).toBe(value);
  });
});

describe('requests of limited size', () => {
  const items = [testItem('user.left'), testItem('user.returned'), testItem('user.started')];

  it('hold items in their order, and none that is too large', () => {
    const sizes = new Map([
      [items[0], 60],
      [items[1], 101],
      [items[2], 50],
    ]);
    const measure = (item: (typeof items)[number]) => sizes.get(item) ?? 0;
    const plan = planRequests(items, { measure, itemBytes: 100, requestBytes: 100 });
    expect(plan).toEqual({ requests: [[items[0]], [items[2]]], tooLarge: [items[1]] });
  });

  it('are filled to the brim', () => {
    const plan = planRequests(items, { measure: () => 50, itemBytes: 100, requestBytes: 100 });
    expect(plan.requests.map(({ length }) => length)).toEqual([2, 1]);
  });
});

it('takes secrets out of what a provider says', () => {
  const outcomes = [
    { kind: 'stop', code: 'unauthorized', detail: 'Unknown key 0123456789 (0123456789), us' } as const,
    { kind: 'delivered' } as const,
  ];
  expect(maskSecrets(outcomes, { key: '0123456789', region: 'us' })).toEqual([
    { kind: 'stop', code: 'unauthorized', detail: 'Unknown key … (…), us' },
    { kind: 'delivered' },
  ]);
});
