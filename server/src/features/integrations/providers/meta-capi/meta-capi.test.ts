import { createHash } from 'node:crypto';
import { type MetaPartner, startMetaCapi } from '@botscope/testkit/partners/meta-capi.ts';
import { jsonAnswer } from '@botscope/testkit/partners/partner-server.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DeliveryItem, SendFailure } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { metaCapi } from './meta-capi.ts';

const token = 'EAAcanary0123456789ABCDEF';
const anna = testItem('user.left').event.user!;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const week = 7 * 86_400_000;

let fake: MetaPartner;
beforeEach(async () => {
  fake = await startMetaCapi({ datasetId: '123456789012345', accessToken: token, now: () => testNow });
});
afterEach(() => fake.stop());

const context = (
  settings: Record<string, unknown> = {},
  names: Record<string, string> = {},
  accessToken: string = token,
) =>
  testContext('meta_capi', {
    settings: { dataset_id: '123456789012345', ...settings },
    secrets: { access_token: accessToken },
    names,
    origins: { 'https://graph.facebook.com': fake.url },
  });

const item = (index: number, part: Parameters<typeof testItem>[1] = {}): DeliveryItem =>
  testItem('user.started', { id: `evt_${String(index).padStart(24, '0')}`, ...part });

describe('the request', () => {
  test('a purchase, whole', async () => {
    const sending = context({ test_event_code: 'TEST123' });
    const site = {
      ...anna.site,
      ...{ fbp: 'fb.1.1558571054389.1098115397', fbc: 'fb.1.1554763741205.AbCdEf' },
      url: 'https://shop.example/landing?utm_source=x&email=a@b.c#top',
    };
    const user = { ...anna, first_name: ' Anna ', last_name: 'Ozola', site };
    expect(await metaCapi.deliver([testItem('payment.succeeded', { user })], sending)).toEqual([{ kind: 'delivered' }]);
    const [request] = sending.sent;
    expect({ ...request, body: JSON.parse(String(request?.body)) }).toEqual({
      method: 'POST',
      url: 'https://graph.facebook.com/v25.0/123456789012345/events',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: {
        data: [
          {
            event_name: 'Purchase',
            event_time: (testNow - 3_600_000) / 1_000,
            event_id: `evt_${'0'.repeat(24)}`,
            action_source: 'chat',
            event_source_url: 'https://shop.example/landing',
            user_data: {
              external_id: [sha256('7001')],
              fn: [sha256('anna')],
              ln: [sha256('ozola')],
              fbc: 'fb.1.1554763741205.AbCdEf',
              fbp: 'fb.1.1558571054389.1098115397',
            },
            custom_data: { value: 19.99, currency: 'EUR', order_id: '7412_8305' },
          },
        ],
        test_event_code: 'TEST123',
      },
    });
    expect(fake.world).toMatchObject([{ name: 'Purchase', testCode: 'TEST123' }]);
  });

  test('the preview is what is sent', async () => {
    const sending = context();
    const items = [item(1), testItem('bot.problem'), item(2)];
    await metaCapi.deliver(items, sending);
    expect(metaCapi.preview(items, sending, testNow)).toEqual(sending.sent[0]);
    expect(metaCapi.preview([testItem('bot.problem')], sending, testNow)).toBeNull();
  });

  test('names that are not sent are not there; a hashed user is hashed again', async () => {
    const id = 'ab'.repeat(16);
    await metaCapi.deliver([item(1, { user: { ...anna, id, first_name: null, username: null } })], context());
    expect(fake.world[0]?.userData).toEqual({ external_id: [sha256(id)] });
    expect(fake.world[0]?.customData).toEqual({});
  });

  test('what is no ID of Meta, and no address, is left out', async () => {
    const site = { ...anna.site, fbc: 'IwAR0', fbp: 'x', url: 'javascript:alert(1)' };
    const sending = context();
    expect(await metaCapi.deliver([item(1, { user: { ...anna, site } })], sending)).toEqual([{ kind: 'delivered' }]);
    expect(String(sending.sent[0]?.body)).not.toMatch(/IwAR0|fbp|javascript/);
  });

  test('a thousand events go in one request, and a repeated one counts once', async () => {
    const sending = context();
    const items = Array.from({ length: metaCapi.limits(sending).items }, (_, index) => item(index));
    expect(await metaCapi.deliver(items, sending)).toEqual(items.map(() => ({ kind: 'delivered' })));
    await metaCapi.deliver(items, sending);
    expect(items).toHaveLength(1_000);
    expect(fake.requests).toHaveLength(2);
    expect(fake.world).toHaveLength(1_000);
  });

  test('an event of a clock that is ahead is of now', async () => {
    expect(await metaCapi.deliver([item(1, { at: new Date(testNow + 60_000).toISOString() })], context())).toEqual([
      { kind: 'delivered' },
    ]);
    expect(fake.world[0]?.time).toBe(testNow / 1_000);
  });
});

describe('names and money', () => {
  test('usual names, and those of the owner', async () => {
    const names = { 'conversion.reached:4': 'StartTrial', 'command.sent': 'Search' };
    const sending = context({}, names);
    const other = { target_id: 5, target_name: 'Call', amount: null, currency: '', decimals: 0 };
    const items = [
      item(1),
      testItem('conversion.reached', { id: 'evt_a' }),
      testItem('conversion.reached', { id: 'evt_b', data: other }),
      testItem('command.sent', { id: 'evt_c' }),
      testItem('button.pressed', { id: 'evt_d' }),
    ];
    const outcomes = await metaCapi.deliver(items, sending);
    expect(fake.world.map(({ name }) => name)).toEqual(['Lead', 'StartTrial', 'CompleteRegistration', 'Search']);
    expect(fake.world[2]?.customData).toEqual({ content_name: 'Call' });
    expect(outcomes[4]).toEqual({ kind: 'rejected', code: 'no_name', detail: '' });
  });

  test('Stars need a value: Meta takes no purchase without one', async () => {
    const data = { amount: 100, currency: 'XTR', decimals: 0, charge_id: 'c1', invoice_payload: '' };
    const paid = testItem('payment.succeeded', { data });
    expect(await metaCapi.deliver([paid], context())).toEqual([
      { kind: 'rejected', code: 'rejected', detail: 'Meta takes a Purchase only with a value' },
    ]);
    expect(await metaCapi.deliver([paid], context({ star_value: 0.013 }))).toEqual([{ kind: 'delivered' }]);
    expect(fake.world[0]?.customData).toEqual({ value: 1.3, currency: 'USD', order_id: 'c1' });
  });

  test('a name that is too long is refused here', async () => {
    const outcomes = await metaCapi.deliver([item(1)], context({}, { 'user.started': 'x'.repeat(51) }));
    expect(outcomes).toMatchObject([{ kind: 'rejected', code: 'no_name' }]);
  });
});

describe('age', () => {
  test('an event of more than 7 days is never in a request: Meta would take none of it', async () => {
    const sending = context();
    const old = item(1, { at: new Date(testNow - week).toISOString() });
    const last = item(2, { at: new Date(testNow - week + 120_000).toISOString() });
    expect(await metaCapi.deliver([old, last, item(3)], sending)).toEqual([
      { kind: 'rejected', code: 'too_old', detail: '' },
      { kind: 'delivered' },
      { kind: 'delivered' },
    ]);
    expect(fake.world.map(({ id }) => id)).toEqual([last.event.id, item(3).event.id]);
  });

  test('nothing is sent where nothing is left', async () => {
    const sending = context();
    await metaCapi.deliver([item(1, { at: new Date(testNow - week).toISOString() })], sending);
    expect(sending.sent).toEqual([]);
  });
});

describe('outcomes', () => {
  const error = (code: number, part: Record<string, unknown> = {}) => ({
    error: { message: `(#${code}) said ${token}`, type: 'OAuthException', code, ...part },
  });

  test.each([
    ['a token that is not valid', 400, error(190), { kind: 'stop', code: 'unauthorized' }],
    ['a session that is over', 400, error(102), { kind: 'stop', code: 'unauthorized' }],
    ['no permission', 403, error(200), { kind: 'stop', code: 'forbidden' }],
    ['a permission that is missing', 400, error(10), { kind: 'stop', code: 'forbidden' }],
    ['no such dataset', 400, error(100, { error_subcode: 33 }), { kind: 'stop', code: 'not_found' }],
    ['a version that has ended', 400, error(2635), { kind: 'stop', code: 'misconfigured' }],
    ['the limit of an app', 400, error(4), { kind: 'retry', code: 'throttled' }],
    ['the limit of a user', 400, error(17), { kind: 'retry', code: 'throttled' }],
    ['the limit of a page', 400, error(32), { kind: 'retry', code: 'throttled' }],
    ['the limit of a call', 400, error(613), { kind: 'retry', code: 'throttled' }],
    ['the limit of ads', 400, error(80004), { kind: 'retry', code: 'throttled' }],
    ['a fault of Meta', 500, error(2), { kind: 'retry', code: 'unavailable' }],
    ['a fault that passes', 400, error(900, { is_transient: true }), { kind: 'retry', code: 'unavailable' }],
    ['a bad event', 400, error(100, { error_subcode: 2804003 }), { kind: 'split', code: 'rejected' }],
    ['fewer events than were sent', 200, { events_received: 1 }, { kind: 'split', code: 'rejected' }],
    ['no number', 200, {}, { kind: 'retry', code: 'unavailable' }],
    ['a fault without words', 502, 'bad gateway', { kind: 'retry', code: 'unavailable' }],
    ['too many requests without words', 429, null, { kind: 'retry', code: 'throttled' }],
  ])('%s', async (_, status, body, outcome) => {
    fake.faults.push({ kind: 'answer', answer: jsonAnswer(status, body) });
    const outcomes = await metaCapi.deliver([item(1), item(2)], context());
    expect(outcomes).toMatchObject([outcome, outcome]);
    expect(JSON.stringify(outcomes)).not.toContain(token);
  });

  test('the message for users comes before the one for developers', async () => {
    const body = error(100, { error_subcode: 2804003, error_user_msg: 'The timestamp is too old' });
    fake.faults.push({ kind: 'answer', answer: jsonAnswer(400, body) });
    expect(await metaCapi.deliver([item(1)], context())).toEqual([
      { kind: 'rejected', code: 'rejected', detail: '100/2804003 The timestamp is too old' },
    ]);
  });

  test('Meta says when it takes requests again', async () => {
    const usage = JSON.stringify({ '1': [{ type: 'ads_management', estimated_time_to_regain_access: 7 }] });
    const answer = jsonAnswer(400, error(80004), { 'x-business-use-case-usage': usage });
    fake.faults.push({ kind: 'answer', answer });
    expect(await metaCapi.deliver([item(1)], context())).toMatchObject([{ kind: 'retry', afterMs: 420_000 }]);
  });

  test('a lost answer is a failure of the request; the repeated event counts once', async () => {
    fake.faults.push({ kind: 'lost' });
    const sending = context();
    await expect(metaCapi.deliver([item(1)], sending)).rejects.toThrow(SendFailure);
    expect(await metaCapi.deliver([item(1)], sending)).toEqual([{ kind: 'delivered' }]);
    expect(fake.world).toHaveLength(1);
  });

  test('Meta repeats the token that it refuses; we do not', async () => {
    const wrong = `${token}wrong`;
    const [outcome] = await metaCapi.deliver([item(1)], context({}, {}, wrong));
    expect(outcome).toEqual({ kind: 'stop', code: 'unauthorized', detail: '190 Malformed access token •••' });
  });
});

describe('test', () => {
  test('sends an event with a name of our own', async () => {
    expect(await metaCapi.test!(context({ test_event_code: 'TEST1' }))).toEqual({ kind: 'delivered' });
    expect(fake.world).toMatchObject([{ name: 'BotscopeTest', testCode: 'TEST1' }]);
    expect(metaCapi.proves).toBe('arrival');
  });

  test('says that the dataset is not there', async () => {
    expect(await metaCapi.test!(context({ dataset_id: '99999' }))).toMatchObject({ kind: 'stop', code: 'not_found' });
  });
});
