import { jsonAnswer } from '@botscope/testkit/partners/partner-server.ts';
import { type MetricaPartner, startMetrica } from '@botscope/testkit/partners/yandex-metrica.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryItem } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { uploadId } from './offline-upload.ts';
import { yandexMetrica } from './yandex-metrica.ts';

const token = 'canary-mp-token-01';
const oauthToken = 'y0_canary_oauth_0123456789';
const clientId = '1700000000123456789';
const hour = 3_600_000;
const seconds = (ms: number) => Math.floor(ms / 1_000);
const anna = testItem('user.left').event.user!;
/** Came from the website an hour and a half ago. */
const visitor: typeof anna = { ...anna, first_seen_at: iso(1.5), site: { ...anna.site, ym: clientId } };

let fake: MetricaPartner;
beforeEach(async () => {
  fake = await startMetrica({ counterId: '12345678', token, oauthToken, now: () => testNow });
  fake.visit(clientId, seconds(testNow - 1.5 * hour));
});
afterEach(() => fake.stop());

function iso(hoursAgo: number): string {
  return new Date(testNow - hoursAgo * hour).toISOString();
}

interface ContextPart {
  oauth?: boolean;
  settings?: Record<string, unknown>;
  names?: Record<string, string>;
}

function context({ oauth = true, settings = {}, names = {} }: ContextPart = {}) {
  return testContext('yandex_metrica', {
    settings: { counter_id: '12345678', ...settings },
    secrets: { token, ...(oauth && { oauth_token: oauthToken }) },
    names,
    origins: { 'https://mc.yandex.ru': fake.url, 'https://api-metrika.yandex.net': fake.url },
  });
}
/** A payment of the visitor so many hours ago. */
const paid = (index: number, hoursAgo: number, user: typeof anna = visitor): DeliveryItem =>
  testItem('payment.succeeded', { id: `evt_${String(index).padStart(24, '0')}`, at: iso(hoursAgo), user });

const offlineRecord = (hoursAgo: number) => ({
  ...{ way: 'offline', user: clientId, goal: 'bot_purchase', at: seconds(testNow - hoursAgo * hour) },
  ...{ value: '19.99', currency: 'EUR' },
});

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
            et: String(seconds(testNow - hour)),
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
        at: seconds(testNow - hour),
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
    const user = { ...visitor, first_seen_at: iso(80) };
    fake.visit(clientId, seconds(testNow - 80 * hour));
    const sending = context();
    const outcomes = await yandexMetrica.deliver([paid(1, 2, user), paid(2, 1, user)], sending);
    expect(outcomes).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
    expect(fake.pageviews).toEqual([
      { user: clientId, page: 'https://t.me/shop_bot', at: seconds(testNow - 2 * hour) - 1 },
    ]);
    expect(fake.world).toHaveLength(2);
    expect(fake.lost).toEqual([]);
  });

  test('without it, Metrica drops the event in silence', async () => {
    fake.visit(clientId, seconds(testNow - 80 * hour));
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
          `${clientId},"paid, ""big""",${seconds(testNow - 13 * hour)},19.99,EUR`,
          `${clientId},"paid, ""big""",${seconds(testNow - 20 * 24 * hour)},19.99,EUR`,
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

describe('lost answers', () => {
  test('of an event: nobody knows; what comes after it waits', async () => {
    fake.faults.push({ kind: 'lost' });
    const sending = context();
    const items = [paid(1, 1), paid(2, 0.9), paid(3, 13)];
    expect(await yandexMetrica.deliver(items, sending)).toEqual([
      { kind: 'unknown', code: 'reset', detail: '' },
      { kind: 'retry', code: 'reset', detail: '' },
      { kind: 'retry', code: 'reset', detail: '' },
    ]);
    expect(await yandexMetrica.resolve!([paid(1, 1)], sending)).toEqual([
      { kind: 'unknown', code: 'interrupted', detail: '' },
    ]);
  });

  test('of an upload that arrived: the list of uploads has it', async () => {
    fake.faults.push({ kind: 'lost' });
    const sending = context();
    const items = [paid(1, 13), paid(2, 14)];
    expect(await yandexMetrica.deliver(items, sending)).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }]);
    expect(await yandexMetrica.resolve!(items, sending)).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
    // Repeated by hand, in another batch: still once.
    expect(await yandexMetrica.deliver([paid(2, 14), paid(3, 15)], sending)).toEqual([
      { kind: 'delivered' },
      { kind: 'delivered' },
    ]);
    expect(fake.world).toEqual([offlineRecord(13), offlineRecord(14), offlineRecord(15)]);
  });

  test('of an upload that did not arrive: it is sent again', async () => {
    fake.faults.push({ kind: 'reset' });
    const sending = context();
    expect(await yandexMetrica.deliver([paid(1, 13)], sending)).toMatchObject([{ kind: 'unknown' }]);
    expect(await yandexMetrica.resolve!([paid(1, 13)], sending)).toMatchObject([{ kind: 'retry' }]);
    expect(await yandexMetrica.deliver([paid(1, 13)], sending)).toEqual([{ kind: 'delivered' }]);
    expect(fake.world).toEqual([offlineRecord(13)]);
  });

  test('nothing is uploaded again while the list cannot be read', async () => {
    fake.faults.push({ kind: 'lost' }, { kind: 'reset' }, null, { kind: 'answer', answer: { status: 503 } });
    const sending = context();
    await yandexMetrica.deliver([paid(1, 13)], sending);
    expect(await yandexMetrica.deliver([paid(1, 13), paid(2, 1)], sending)).toEqual([
      { kind: 'retry', code: 'reset', detail: '' },
      { kind: 'delivered' },
    ]);
    expect(await yandexMetrica.deliver([paid(1, 13)], sending)).toMatchObject([{ kind: 'retry', code: 'unavailable' }]);
    expect(await yandexMetrica.deliver([paid(1, 13)], sending)).toEqual([{ kind: 'delivered' }]);
    expect(fake.world.filter(({ way }) => way === 'offline')).toEqual([offlineRecord(13)]);
  });

  test('an upload is found behind those of others', async () => {
    fake.faults.push({ kind: 'lost' });
    const sending = context();
    await yandexMetrica.deliver([paid(0, 13)], sending);
    const other = context();
    for (let index = 1; index <= 120; index++) await yandexMetrica.deliver([paid(index, 14)], other);
    expect(await yandexMetrica.resolve!([paid(0, 13)], sending)).toEqual([{ kind: 'delivered' }]);
    expect(sending.sent.slice(1).map(({ url }) => new URL(url).search)).toEqual([
      '?limit=100&offset=0',
      '?limit=100&offset=100',
    ]);
  });

  test('an upload that did not leave is sent again without a question', async () => {
    const sending = context();
    await fake.stop();
    expect(await yandexMetrica.deliver([paid(1, 13)], sending)).toEqual([
      { kind: 'retry', code: 'refused', detail: '' },
    ]);
    expect(sending.memoryOf.get('uploads')).toEqual([]);
  });

  test('the name of an upload depends on its events alone', () => {
    const step = (index: number, hoursAgo: number) => ({
      ...({ way: 'offline', idType: 'ClientId', id: clientId, goal: 'g', at: 0 } as const),
      item: paid(index, hoursAgo),
    });
    expect(uploadId([step(1, 13), step(2, 14)])).toBe(uploadId([step(1, 20), step(2, 30)]));
    expect(uploadId([step(1, 13)])).not.toBe(uploadId([step(2, 13)]));
    expect(uploadId([step(1, 13)])).toMatch(/^[a-z0-9]{1,255}$/);
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
    const sending = (secrets: Record<string, string>) =>
      testContext('yandex_metrica', {
        settings: { counter_id: '12345678' },
        secrets,
        origins: { 'https://mc.yandex.ru': fake.url, 'https://api-metrika.yandex.net': fake.url },
      });
    expect(await yandexMetrica.test!(sending({ token, oauth_token: 'y0_another_token_1234' }))).toEqual({
      ...{ kind: 'stop', code: 'unauthorized', detail: '403 invalid_token Invalid oauth_token •••' },
    });
    expect(await yandexMetrica.test!(sending({ token: 'another-token' }))).toEqual({ kind: 'delivered' });
    expect(fake.lost).toEqual(['wrong token']);
  });
});
