import { integrationEventTypes, languages, providerDescriptors } from '@botscope/contract';
import { type DiscordPartner, startDiscordPartner } from '@botscope/testkit/partners/discord.ts';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import * as z from 'zod/v4/core';
import type { ProviderAnswer } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { discord } from './discord.ts';

const id = '123456789012345678';
const token = `marker-7f3a9c-secret_${'k'.repeat(47)}`;
const url = `https://discord.com/api/webhooks/${id}/${token}`;
const thread = '987654321098765432';
let partner: DiscordPartner;

beforeEach(async () => {
  partner = await startDiscordPartner(id, token);
});
afterEach(() => partner.stop());

const contextOf = (settings: Record<string, unknown> = {}, secrets: Record<string, string> = {}) =>
  testContext('discord', {
    settings,
    secrets: { url, ...secrets },
    origins: { 'https://discord.com': partner.url },
  });
const payment = testItem('payment.succeeded');
const delivered = { kind: 'delivered' };

describe('a message', () => {
  it('is asked for by one exact request, the one of the preview', async () => {
    const context = contextOf();
    expect(await discord.deliver([payment], context)).toEqual([delivered]);
    const description = [
      'User: Anna \\@anna ID 7001',
      'Amount: 19.99 EUR',
      'Invoice: order 12',
      'Payment ID: 7412\\_8305',
      'First source: google',
    ].join('\n');
    const request = {
      method: 'POST',
      url: `https://discord.com/api/v10/webhooks/${id}/${token}?wait=true`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        content: 'shop\\_bot\\: Payment received',
        embeds: [{ title: 'Payment received', description, timestamp: '2026-11-20T11:00:00.000Z' }],
        allowed_mentions: { parse: [] },
      }),
    };
    expect(context.sent).toEqual([request]);
    expect(discord.preview([payment], context, testNow)).toEqual(request);
  });

  it('has events of every type in every language, also without lines', async () => {
    for (const language of languages) {
      for (const type of integrationEventTypes)
        expect(await discord.deliver([testItem(type)], contextOf({ language }))).toEqual([delivered]);
    }
    expect(await discord.deliver([testItem('user.left', { user: null })], contextOf())).toEqual([delivered]);
  });

  it('has up to 10 events, an embed each, and fits whatever they say', async () => {
    expect(discord.limits(contextOf())).toEqual({ items: 10, concurrency: 1, perSecond: 0.5 });
    const long = '*_@😀'.repeat(2_000);
    const { user } = payment.event;
    const part = {
      user: { ...user!, id: 'f'.repeat(32), first_name: long, username: '_'.repeat(32) },
      data: { ...payment.event.data, invoice_payload: long, charge_id: long },
    };
    const items = Array.from({ length: 10 }, () => testItem('payment.succeeded', part));
    expect(await discord.deliver(items.slice(0, 1), contextOf())).toEqual([delivered]);
    expect(await discord.deliver(items, contextOf({ language: 'ru' }))).toEqual(items.map(() => delivered));
    expect(partner.messages[1]?.content).toBe('shop\\_bot\\: событий\\: 10');
    expect(partner.messages[1]?.embeds).toHaveLength(10);
  });

  it('mentions nobody and has no marks of what users wrote', async () => {
    const data = { type: 'text', text: '@everyone <@1> **b** [x](https://spam.example) <t:0> \\' };
    await discord.deliver([testItem('message.received', { data })], contextOf());
    const [message] = partner.messages;
    expect(message?.allowed_mentions).toEqual({ parse: [] });
    expect(message?.embeds?.[0]?.description).toContain(
      'Text: \\@everyone \\<\\@1\\> \\*\\*b\\*\\* \\[x\\]\\(https\\://spam.example\\) \\<t\\:0\\> \\\\',
    );
  });

  it('goes to a thread, which a forum needs', async () => {
    partner.threads.add(thread);
    partner.setForum(true);
    expect(await discord.deliver([payment], contextOf({ thread }))).toEqual([delivered]);
    expect(partner.messages).toMatchObject([{ thread }]);
    expect(await discord.deliver([payment], contextOf())).toEqual([
      {
        kind: 'stop',
        code: 'misconfigured',
        detail: '400 Webhooks posted to forum channels must have a thread_name or thread_id',
      },
    ]);
    expect(await discord.deliver([payment], contextOf({ thread: '1'.repeat(18) }))).toEqual([
      { kind: 'stop', code: 'not_found', detail: '400 Unknown Channel' },
    ]);
  });
});

describe('Discord', () => {
  it('stops the integration when the webhook was deleted, or has another token', async () => {
    const other = { url: url.replace('marker', 'mender') };
    expect(await discord.deliver([payment], contextOf({}, other))).toEqual([
      { kind: 'stop', code: 'unauthorized', detail: '401 Invalid Webhook Token' },
    ]);
    partner.remove();
    const gone = { kind: 'stop', code: 'gone', detail: '404 Unknown Webhook' };
    expect(await discord.deliver([payment, payment], contextOf())).toEqual([gone, gone]);
  });

  const answers: [string, ProviderAnswer, object][] = [
    [
      'limits requests',
      jsonError(429, { message: 'You are being rate limited.', retry_after: 0.564, global: false }),
      { kind: 'retry', code: 'throttled', detail: '429 You are being rate limited.', afterMs: 564 },
    ],
    [
      'is behind a gateway that limits requests',
      { status: 429, headers: { 'retry-after': '3600' }, body: '<html>error 1015' },
      { kind: 'retry', code: 'throttled', detail: 'HTTP 429', afterMs: 3_600_000 },
    ],
    [
      'refuses the text',
      jsonError(400, { message: 'Invalid Form Body', code: 50_035 }),
      { kind: 'split', code: 'rejected', detail: '400 Invalid Form Body' },
    ],
    [
      'forbids it',
      jsonError(403, { message: 'Missing Permissions', code: 50_013 }),
      { kind: 'stop', code: 'forbidden', detail: '403 Missing Permissions' },
    ],
    [
      'may have sent it before it broke',
      jsonError(500, { message: '500: Internal Server Error', code: 0 }),
      { kind: 'unknown', code: 'unavailable', detail: '500 500: Internal Server Error' },
    ],
    [
      'is closed for a moment',
      { status: 503, headers: {}, body: 'upstream connect error' },
      { kind: 'retry', code: 'unavailable', detail: 'HTTP 503' },
    ],
  ];

  it.each(answers)('%s', async (_, answer, outcome) => {
    partner.faults.push({ kind: 'answer', answer });
    expect(await discord.deliver([payment], contextOf())).toEqual([outcome]);
  });

  it('may have sent a message whose answer was lost', async () => {
    partner.faults.push({ kind: 'lost' });
    const failure = { code: 'reset', mayHaveArrived: true };
    await expect(discord.deliver([payment], contextOf())).rejects.toMatchObject(failure);
    expect(partner.messages).toHaveLength(1);
  });

  it('may repeat the address in an error: its token is not kept', async () => {
    partner.faults.push({ kind: 'answer', answer: jsonError(400, { message: `no ${url}` }) });
    const [outcome] = await discord.deliver([payment], contextOf());
    expect(outcome).toMatchObject({ detail: `400 no https://discord.com/api/webhooks/${id}/•••` });
  });
});

test('a webhook is one lane, named without its token', () => {
  expect(discord.lane(contextOf())).toBe(`discord:${id}`);
});

it.each([
  [url, true],
  [url.replace('discord.com', 'discordapp.com'), true],
  [url.replace('discord.com', 'canary.discord.com'), true],
  [url.replace('/api/', '/api/v10/'), true],
  [url.replace('discord.com', 'discord.com.evil.example'), false],
  [url.replace('https', 'http'), false],
  [`${url}/slack`, false],
  [`${url}?thread_id=1`, false],
])('the address %j is valid: %s', async (value, isValid) => {
  expect(z.safeParse(providerDescriptors.discord.secrets, { url: value }).success).toBe(isValid);
  if (isValid) expect(await discord.deliver([payment], contextOf({}, { url: value }))).toEqual([delivered]);
});

function jsonError(status: number, body: object): ProviderAnswer {
  return { status, headers: {}, body: JSON.stringify(body) };
}
