import { jsonAnswer } from '@botscope/testkit/partners/partner-server.ts';
import { type MetricaPartner, startMetrica } from '@botscope/testkit/partners/yandex-metrica.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testItem, testNow } from '../test-provider.ts';
import {
  anna,
  clientId,
  keys,
  metricaContext,
  oauthToken,
  paid,
  secondsAgo,
  timeAgo,
  token,
  visitor,
} from './test-metrica.ts';
import { yandexMetrica } from './yandex-metrica.ts';

let fake: MetricaPartner;
beforeEach(async () => {
  fake = await startMetrica(keys);
  fake.visit(clientId, secondsAgo(1.5));
});
afterEach(() => fake.stop());

const context = (part: Parameters<typeof metricaContext>[1] = {}) => metricaContext(fake, part);

describe('the Measurement Protocol', () => {
  test('an event, whole: the token is in the form', async () => {
    const sending = context();
    const user = { ...visitor, site: { ...visitor.site, url: 'https://shop.example/?a=1' } };
    expect(await yandexMetrica.deliver([paid(1, 1, user)], sending)).toEqual([{ kind: 'delivered' }]);
    expect(sending.sent).toEqual([
      {
        method: 'POST',
        url: 'https://mc.yandex.ru/collect',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          ...{ tid: '12345678', cid: clientId, t: 'event', ea: 'bot_purchase' },
          ...{
            et: String(secondsAgo(1)),
            dl: 'https://shop.example/?a=1',
            ev: '19.99',
            cu: 'EUR',
            ms: token,
          },
        }).toString(),
      },
    ]);
    expect(fake.world).toEqual([
      {
        way: 'event',
        user: clientId,
        goal: 'bot_purchase',
        at: secondsAgo(1),
        value: '19.99',
        currency: 'EUR',
      },
    ]);
    expect(yandexMetrica.preview([paid(1, 1, user)], sending, testNow)).toEqual(sending.sent[0]);
  });

  test('events keep their order, each in a request', async () => {
    const items = [paid(1, 1.2), testItem('user.started', { user: visitor }), paid(2, 0.5)];
    expect(await yandexMetrica.deliver(items, context())).toEqual(items.map(() => ({ kind: 'delivered' })));
    expect(fake.world.map(({ goal }) => goal)).toEqual(['bot_purchase', 'bot_start', 'bot_purchase']);
    expect(yandexMetrica.limits(context()).concurrency).toBe(1);
  });

  test('a page view opens a visit where the last one is over, once', async () => {
    const user = { ...visitor, first_seen_at: timeAgo(80) };
    fake.visit(clientId, secondsAgo(80));
    const sending = context();
    const outcomes = await yandexMetrica.deliver([paid(1, 2, user), paid(2, 1, user)], sending);
    expect(outcomes).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
    expect(fake.pageviews).toEqual([{ user: clientId, page: 'https://t.me/shop_bot', at: secondsAgo(2) - 1 }]);
    expect(fake.world).toHaveLength(2);
    expect(fake.lost).toEqual([]);
  });

  test('without it, Metrica drops the event in silence', async () => {
    fake.visit(clientId, secondsAgo(80));
    const sending = context({ settings: { open_visits: false } });
    expect(await yandexMetrica.deliver([paid(1, 2)], sending)).toEqual([{ kind: 'delivered' }]);
    expect(fake.lost).toEqual(['no visit']);
  });

  test('a page view whose answer is lost is tried again: the event was not sent', async () => {
    const user = { ...visitor, first_seen_at: null };
    fake.faults.push({ kind: 'lost' });
    const sending = context();
    expect(await yandexMetrica.deliver([paid(1, 1, user)], sending)).toEqual([
      { kind: 'retry', code: 'reset', detail: '' },
    ]);
    expect(await yandexMetrica.deliver([paid(1, 1, user)], sending)).toEqual([{ kind: 'delivered' }]);
    expect(fake.world).toHaveLength(1);
  });
});

describe('offline conversions', () => {
  test('what is older than 12 hours goes in one file, whole', async () => {
    const sending = context({ names: { 'payment.succeeded': 'paid, "big"' } });
    const items = [paid(1, 13), paid(2, 1), paid(3, 20 * 24)];
    expect(await yandexMetrica.deliver(items, sending)).toEqual(items.map(() => ({ kind: 'delivered' })));
    const upload = sending.sent[0];
    const id = /comment=(botscope[0-9a-f]{32})$/.exec(upload?.url ?? '')?.[1];
    expect(upload).toEqual({
      method: 'POST',
      url: `https://api-metrika.yandex.net/management/v1/counter/12345678/offline_conversions/upload?comment=${id}`,
      headers: { authorization: `OAuth ${oauthToken}`, 'content-type': `multipart/form-data; boundary=----${id}` },
      body: [
        `------${id}`,
        'Content-Disposition: form-data; name="file"; filename="conversions.csv"',
        'Content-Type: text/csv; charset=utf-8',
        '',
        [
          'ClientId,Target,DateTime,Price,Currency',
          `${clientId},"paid, ""big""",${secondsAgo(13)},19.99,EUR`,
          `${clientId},"paid, ""big""",${secondsAgo(20 * 24)},19.99,EUR`,
        ].join('\n'),
        `------${id}--`,
        '',
      ].join('\r\n'),
    });
    expect(yandexMetrica.preview(items, sending, testNow)).toEqual(upload);
    expect(fake.world.map(({ way, goal }) => `${way} ${goal}`)).toEqual([
      'offline paid, "big"',
      'offline paid, "big"',
      'event paid, "big"',
    ]);
  });

  test.each([
    ['no OAuth token', false, 13, 'What is older than 12 hours needs an OAuth token'],
    ['more than 21 days', true, 21 * 24, 'Metrica takes the last 21 days'],
  ])('%s: too old', async (_, oauth, hoursAgo, detail) => {
    const sending = context({ oauth });
    expect(await yandexMetrica.deliver([paid(1, hoursAgo)], sending)).toEqual([
      { kind: 'rejected', code: 'too_old', detail },
    ]);
    expect(sending.sent).toEqual([]);
  });

  test('an event of the next minute is of the last second: one time of the future spoils a file', async () => {
    const ahead = paid(1, -1 / 60, anna);
    expect(await yandexMetrica.deliver([ahead], context({ settings: { unknown_users: 'user_id' } }))).toEqual([
      { kind: 'delivered' },
    ]);
    expect(fake.world[0]?.at).toBe(testNow / 1_000 - 1);
  });
});

describe('users', () => {
  test('an event of a user without a ClientID would join nothing', async () => {
    const sending = context();
    const strange = { ...anna, site: { ...anna.site, ym: 'abc' } };
    expect(await yandexMetrica.deliver([paid(1, 1, anna), paid(2, 1, strange)], sending)).toMatchObject([
      { kind: 'rejected', code: 'no_user' },
      { kind: 'rejected', code: 'no_user' },
    ]);
    expect(yandexMetrica.preview([paid(1, 1, anna)], sending, testNow)).toBeNull();
    expect(sending.sent).toEqual([]);
  });

  test('by UserID where the owner wants it, in a file of its own', async () => {
    const sending = context({ settings: { unknown_users: 'user_id' } });
    const hashed = { ...anna, id: 'ab'.repeat(16) };
    const items = [paid(1, 1, anna), paid(2, 13), paid(3, 30, hashed)];
    expect(await yandexMetrica.deliver(items, sending)).toEqual(items.map(() => ({ kind: 'delivered' })));
    expect(sending.sent).toHaveLength(2);
    expect(fake.world.map(({ way, user }) => [way, user])).toEqual([
      ['offline', '7001'],
      ['offline', 'ab'.repeat(16)],
      ['offline', clientId],
    ]);
    const withoutToken = context({ oauth: false, settings: { unknown_users: 'user_id' } });
    expect(await yandexMetrica.deliver([paid(4, 1, anna)], withoutToken)).toMatchObject([
      { kind: 'rejected', code: 'no_user', detail: 'Conversions by UserID need an OAuth token' },
    ]);
  });

  test('events of the bot, and events without a goal', async () => {
    const names = { 'bot.problem': 'problem' };
    expect(
      await yandexMetrica.deliver(
        [testItem('bot.problem'), testItem('command.sent', { user: visitor })],
        context({ names }),
      ),
    ).toMatchObject([
      { kind: 'rejected', code: 'no_user' },
      { kind: 'rejected', code: 'no_name' },
    ]);
  });

  test('Stars without a value', async () => {
    const data = { amount: 100, currency: 'XTR', decimals: 0, charge_id: 'c', invoice_payload: '' };
    const stars = testItem('payment.succeeded', { data, user: visitor });
    await yandexMetrica.deliver([stars], context());
    await yandexMetrica.deliver([stars], context({ settings: { star_value: 1.2, star_currency: 'RUB' } }));
    expect(fake.world.map(({ value, currency }) => [value, currency])).toEqual([
      ['', ''],
      ['120', 'RUB'],
    ]);
  });
});

describe('outcomes', () => {
  const failure = (type: string) => ({ errors: [{ error_type: type, message: `no: ${oauthToken} ${token}` }] });

  test.each([
    [400, failure('invalid_uploading'), { kind: 'split', code: 'rejected' }],
    [401, failure('unauthorized'), { kind: 'stop', code: 'unauthorized' }],
    [403, failure('invalid_token'), { kind: 'stop', code: 'unauthorized' }],
    [403, failure('access_denied'), { kind: 'stop', code: 'forbidden' }],
    [404, failure('not_found'), { kind: 'stop', code: 'not_found' }],
    [413, null, { kind: 'split', code: 'too_large' }],
    [429, failure('quota_requests_by_uid'), { kind: 'retry', code: 'quota' }],
    [429, failure('quota_requests_by_counter_id'), { kind: 'retry', code: 'quota' }],
    [429, failure('quota_requests_by_ip'), { kind: 'retry', code: 'throttled' }],
    [503, failure('backend_error'), { kind: 'retry', code: 'unavailable' }],
    [504, failure('timeout'), { kind: 'retry', code: 'unavailable' }],
    [200, { uploading: { line_quantity: 2 } }, { kind: 'delivered' }],
    [200, { uploading: { line_quantity: 0 } }, { kind: 'rejected', detail: 'Metrica took 0 of 2 rows' }],
    [200, { uploading: { line_quantity: 1 } }, { kind: 'unknown', detail: 'Metrica took 1 of 2 rows' }],
  ])('an upload: %i %#', async (status, body, outcome) => {
    fake.faults.push({ kind: 'answer', answer: jsonAnswer(status, body) });
    const outcomes = await yandexMetrica.deliver([paid(1, 13), paid(2, 14)], context());
    expect(outcomes).toMatchObject([outcome, outcome]);
    expect(JSON.stringify(outcomes)).not.toContain('canary');
  });

  test.each([
    [400, { kind: 'rejected', code: 'rejected' }],
    [403, { kind: 'stop', code: 'forbidden' }],
    [429, { kind: 'retry', code: 'throttled' }],
    [500, { kind: 'retry', code: 'unavailable' }],
  ])('an event: %i', async (status, outcome) => {
    fake.faults.push({ kind: 'answer', answer: { status, body: `bad ms ${token}` } });
    const outcomes = await yandexMetrica.deliver([paid(1, 1)], context());
    expect(outcomes).toMatchObject([outcome]);
    expect(JSON.stringify(outcomes)).not.toContain('canary');
  });

  test('one bad row of a file is refused alone', async () => {
    fake.faults.push({ kind: 'answer', answer: jsonAnswer(400, failure('invalid_uploading')) });
    expect(await yandexMetrica.deliver([paid(1, 13)], context())).toEqual([
      { kind: 'rejected', code: 'rejected', detail: '400 invalid_uploading no: ••• •••' },
    ]);
  });
});

describe('test', () => {
  test('asks for the list of uploads, and sends an event that joins nothing', async () => {
    const sending = context();
    expect(await yandexMetrica.test!(sending)).toEqual({ kind: 'delivered' });
    expect(fake.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /management/v1/counter/12345678/offline_conversions/uploadings',
      'POST /collect',
    ]);
    expect(fake.world).toEqual([]);
    expect(fake.lost).toEqual(['no visit']);
    expect(yandexMetrica.proves).toBe('address');
  });

  test('finds a wrong OAuth token, but not a wrong one of the Measurement Protocol', async () => {
    expect(await yandexMetrica.test!(context({ secrets: { token, oauth_token: 'y0_another_token_1234' } }))).toEqual({
      ...{ kind: 'stop', code: 'unauthorized', detail: '403 invalid_token Invalid oauth_token •••' },
    });
    expect(await yandexMetrica.test!(context({ secrets: { token: 'another-token' } }))).toEqual({ kind: 'delivered' });
    expect(fake.lost).toEqual(['wrong token']);
  });
});
