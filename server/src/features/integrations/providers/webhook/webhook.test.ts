import { providerDescriptors } from '@botscope/contract';
import { startWebhookReceiver, type WebhookReceiver } from '@botscope/testkit/partners/webhook.ts';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import * as z from 'zod/v4/core';
import type { ProviderAnswer } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { webhook } from './webhook.ts';

const secret = `whsec_${Buffer.alloc(32, 'first key').toString('base64')}`;
const newSecret = `whsec_${Buffer.alloc(32, 'second key').toString('base64')}`;
const url = 'https://shop.example/hooks/botscope?from=bot';
const token = 'marker-7f3a9c-secret';
let receiver: WebhookReceiver;

/** The reference library as the receiver uses it. */
const verifyWith = (key: string): WebhookReceiver['verify'] => {
  const library = new Webhook(key);
  return (body, headers) => library.verify(body, headers);
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: testNow });
  receiver = await startWebhookReceiver(verifyWith(secret));
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver.stop();
});

const contextOf = (settings: Record<string, unknown> = {}, secrets: Record<string, string> = {}) =>
  testContext('webhook', {
    settings: { url, ...settings },
    secrets: { secret, ...secrets },
    origins: { 'https://shop.example': receiver.url },
  });
const payment = testItem('payment.succeeded');
const other = testItem('user.left', { id: `evt_${'1'.repeat(24)}` });

describe('a request', () => {
  it('has the event, its ID, and a signature that the reference library accepts', async () => {
    expect(await webhook.deliver([payment], contextOf())).toEqual([{ kind: 'delivered' }]);
    const { bot, user, data } = payment.event;
    const body = {
      type: 'payment.succeeded',
      timestamp: '2026-11-20T11:00:00.000Z',
      id: `evt_${'0'.repeat(24)}`,
      data: { bot, user, ...data },
    };
    expect([...receiver.received]).toEqual([[payment.event.id, body]]);
    const [request] = receiver.requests;
    expect(request?.path).toBe('/hooks/botscope');
    expect(request?.query.toString()).toBe('from=bot');
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Botscope-Webhooks/1',
      'webhook-id': payment.event.id,
      'webhook-timestamp': String(testNow / 1_000),
    });
  });

  it('is signed by both secrets during a rotation', async () => {
    const context = contextOf({}, { secret: `${secret} ${newSecret}` });
    for (const key of [secret, newSecret]) {
      receiver.verify = verifyWith(key);
      expect(await webhook.deliver([payment], context)).toEqual([{ kind: 'delivered' }]);
    }
    receiver.verify = verifyWith(`whsec_${Buffer.alloc(32, 'stranger').toString('base64')}`);
    expect(await webhook.deliver([payment], context)).toEqual([
      { kind: 'stop', code: 'unauthorized', detail: '401 No matching signature found' },
    ]);
  });

  it('has several events, where the owner wants that', async () => {
    const context = contextOf({ batch: 100 });
    expect(webhook.limits(context).items).toBe(100);
    const outcomes = await webhook.deliver([payment, other], context);
    expect(outcomes).toEqual([{ kind: 'delivered' }, { kind: 'delivered' }]);
    const [[id, body] = []] = receiver.received;
    expect(body).toMatchObject({ type: 'batch', data: [{ id: payment.event.id }, { id: other.event.id }] });
    expect(id).toMatch(/^batch_[0-9a-f]{32}$/);
  });

  it('has the same ID and body in each attempt, and another ID with other events', () => {
    const context = contextOf({ batch: 100 });
    const third = testItem('user.left', { id: `evt_${'2'.repeat(24)}` });
    const [first, again, changed] = [
      webhook.preview([payment, other], context, testNow),
      webhook.preview([payment, other], context, testNow + 60_000),
      webhook.preview([payment, third], context, testNow),
    ];
    expect(again?.body).toBe(first?.body);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(changed?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
  });

  it('has the headers of the owner, each once', async () => {
    const context = contextOf({}, { headers: `Authorization: Bearer ${token}\n\nUser-Agent:own/1\nX-Empty:` });
    await webhook.deliver([payment], context);
    expect(receiver.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'user-agent': 'own/1',
      'x-empty': '',
    });
  });

  it('is the one of the preview', async () => {
    const context = contextOf({}, { headers: 'X-Shop: 7' });
    const preview = webhook.preview([payment], context, testNow);
    await webhook.deliver([payment], context);
    expect(context.sent).toEqual([preview]);
  });
});

describe('the receiver', () => {
  const answers: [string, ProviderAnswer, object][] = [
    ['takes it', answer(202), { kind: 'delivered' }],
    ['is gone', answer(410), { kind: 'stop', code: 'gone', detail: '410' }],
    ['wants another secret', answer(403, 'no'), { kind: 'stop', code: 'forbidden', detail: '403 no' }],
    ['does not know the address', answer(404), { kind: 'stop', code: 'not_found', detail: '404' }],
    [
      'has moved',
      answer(308, '', { location: 'https://new.example/' }),
      { kind: 'stop', code: 'misconfigured', detail: '308 https://new.example/' },
    ],
    [
      'limits requests',
      answer(429, 'slow down', { 'retry-after': '120' }),
      { kind: 'retry', code: 'throttled', detail: '429 slow down', afterMs: 120_000 },
    ],
    [
      'names the moment',
      answer(503, '', { 'retry-after': new Date(testNow + 5_000).toUTCString() }),
      { kind: 'retry', code: 'unavailable', detail: '503', afterMs: 5_000 },
    ],
    ['asks for years', answer(503, '', { 'retry-after': '99999999' }), { kind: 'retry', afterMs: 86_400_000 }],
    ['is broken', answer(500, 'oops'), { kind: 'retry', code: 'unavailable', detail: '500 oops' }],
    ['refuses the event', answer(422, 'bad'), { kind: 'split', code: 'rejected', detail: '422 bad' }],
    ['finds it too large', answer(413), { kind: 'split', code: 'too_large', detail: '413' }],
  ];

  it.each(answers)('%s', async (_, scripted, outcome) => {
    receiver.faults.push({ kind: 'answer', answer: scripted });
    const outcomes = await webhook.deliver([payment, other], contextOf({ batch: 2 }));
    expect(outcomes).toEqual([expect.objectContaining(outcome), expect.objectContaining(outcome)]);
    // A redirect is not followed.
    expect(receiver.requests).toHaveLength(1);
  });

  it('may have the event if it did not answer, and knows it when it comes again', async () => {
    receiver.faults.push({ kind: 'lost' });
    const context = contextOf();
    await expect(webhook.deliver([payment], context)).rejects.toMatchObject({ code: 'reset', mayHaveArrived: true });
    expect(await webhook.deliver([payment], context)).toEqual([{ kind: 'delivered' }]);
    expect(receiver.received.size).toBe(1);
  });

  it('may repeat the headers of the request: secrets in them are not kept', async () => {
    const context = contextOf({}, { headers: `Authorization: Bearer ${token}` });
    receiver.faults.push({ kind: 'answer', answer: answer(400, `got authorization=Bearer ${token} and ${token}`) });
    const [outcome] = await webhook.deliver([payment], context);
    expect(outcome).toEqual({ kind: 'split', code: 'rejected', detail: '400 got authorization=••• and •••' });
  });
});

describe('settings', () => {
  test('a secret is made unless one is given', () => {
    const given = { secret, headers: '' };
    expect(webhook.complete?.(given)).toEqual(given);
    const made = webhook.complete?.({ secret: '', headers: '' }).secret ?? '';
    expect(made).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook.complete?.({ secret: '', headers: '' }).secret).not.toBe(made);
  });

  test('requests to one host share its limits', () => {
    expect(webhook.lane(contextOf())).toBe('host:shop.example');
    expect(webhook.lane(contextOf({ url: 'https://shop.example/other' }))).toBe('host:shop.example');
  });

  it.each([
    ['Host: evil.example', false],
    ['webhook-signature: v1,x', false],
    ['Content-Type: text/plain', false],
    ['Transfer-Encoding: chunked', false],
    ['X-Token: a\rX-Other: b', false],
    ['no header', false],
    ['X-Token: a\r\nX-Other: b', true],
  ])('the headers %j are valid: %s', (headers, isValid) => {
    expect(z.safeParse(providerDescriptors.webhook.secrets, { headers }).success).toBe(isValid);
  });

  it.each([
    ['', true],
    [secret, true],
    [`${secret} ${newSecret}`, true],
    [`${secret} ${secret} ${newSecret}`, false],
    ['whsec_short', false],
    [secret.slice(6), false],
  ])('the secret %j is valid: %s', (value, isValid) => {
    expect(z.safeParse(providerDescriptors.webhook.secrets, { secret: value }).success).toBe(isValid);
  });
});

function answer(status: number, body = '', headers: Record<string, string> = {}): ProviderAnswer {
  return { status, body, headers };
}
