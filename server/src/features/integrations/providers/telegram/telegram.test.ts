import { integrationEventTypes, languages, providerDescriptors } from '@botscope/contract';
import { startTelegramPartner, type TelegramPartner } from '@botscope/testkit/partners/telegram.ts';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import * as z from 'zod/v4/core';
import type { ProviderAnswer } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { telegram } from './telegram.ts';

const secretPart = 'AAmarker-7f3a9c-secret-of-a-bot-123';
const token = `123456789:${secretPart}`;
const chat = -1_001_234_567_890;
let partner: TelegramPartner;

beforeEach(async () => {
  partner = await startTelegramPartner(token, [
    { id: chat, username: 'shop_team', topics: { 7: 'open', 8: 'closed' } },
  ]);
});
afterEach(() => partner.stop());

const contextOf = (settings: Record<string, unknown> = {}, secrets: Record<string, string> = {}) =>
  testContext('telegram', {
    settings: { chat: String(chat), ...settings },
    secrets: { token, ...secrets },
    origins: { 'https://api.telegram.org': partner.url },
  });
const payment = testItem('payment.succeeded');
const delivered = { kind: 'delivered' };

describe('a message', () => {
  it('is asked for by one exact request, the one of the preview', async () => {
    const context = contextOf({ topic: '7' });
    expect(await telegram.deliver([payment], context)).toEqual([delivered]);
    const text = [
      '<b>shop_bot</b>\n',
      '<b>Payment received</b>',
      'User: <code>Anna</code> @anna ID <code>7001</code>',
      'Amount: 19.99 EUR',
      'Invoice: <code>order 12</code>',
      'Payment ID: <code>7412_8305</code>',
      'First source: <code>google</code>',
      '2026-11-20 11:00 UTC',
    ].join('\n');
    const request = {
      method: 'POST',
      url: `https://api.telegram.org/bot${token}/sendMessage`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        chat_id: chat,
        message_thread_id: 7,
        text,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      }),
    };
    expect(context.sent).toEqual([request]);
    expect(telegram.preview([payment], context, testNow)).toEqual(request);
    expect(partner.messages).toMatchObject([{ chat, topic: 7 }]);
  });

  it('is in the language of the settings', async () => {
    await telegram.deliver([testItem('user.started')], contextOf({ language: 'ru' }));
    expect(partner.messages[0]?.text).toContain(
      'Новый пользователь\nПользователь: Anna @anna ID 7001\nИсточник: google',
    );
  });

  it('has events of every type in every language', async () => {
    for (const language of languages) {
      for (const type of integrationEventTypes)
        expect(await telegram.deliver([testItem(type)], contextOf({ language }))).toEqual([delivered]);
    }
  });

  it('has up to 20 events in their order, and fits whatever they say', async () => {
    expect(telegram.limits(contextOf()).items).toBe(20);
    const long = '&<😀>'.repeat(1_000);
    const { user } = payment.event;
    const items = Array.from({ length: 20 }, (_, index) =>
      testItem('payment.succeeded', {
        user: {
          ...user!,
          id: 'f'.repeat(32),
          first_name: `${index}${long}`,
          last_name: long,
          username: 'x'.repeat(32),
        },
        data: { ...payment.event.data, invoice_payload: long, charge_id: long },
      }),
    );
    const outcomes = await telegram.deliver(items, contextOf({ language: 'ru' }));
    expect(outcomes).toEqual(items.map(() => delivered));
    const [{ text } = { text: '' }] = partner.messages;
    expect(text.match(/Получен платёж/g)).toHaveLength(20);
    const order = [...text.matchAll(/Пользователь: (\d+)/g)].map(([, index]) => Number(index));
    expect(order).toEqual(items.map((_, index) => index));
  });

  it('turns nothing that users wrote into marks, links, mentions or commands', async () => {
    const { user } = payment.event;
    const text = '<b>x</b> &amp; @admin /stop https://spam.example';
    const item = testItem('message.received', {
      user: { ...user!, first_name: '<i>@admin</i>', last_name: 't.me/spam' },
      data: { type: 'text', text },
    });
    await telegram.deliver([item], contextOf());
    const [message] = partner.messages;
    expect(message?.text).toContain(`Text: ${text}`);
    const entities = message?.entities.filter(({ type }) => type !== 'bold') ?? [];
    const words = entities.map(({ type, offset, length }) => `${type} ${message?.text.slice(offset, offset + length)}`);
    expect(words).toEqual(['code <i>@admin</i> t.me/spam', 'code 7001', `code ${text}`]);
  });

  it('goes to a public chat by its name, and to the general topic without an ID', async () => {
    expect(await telegram.deliver([payment], contextOf({ chat: '@shop_team', topic: '1' }))).toEqual([delivered]);
    expect(partner.messages).toMatchObject([{ chat, topic: null }]);
  });

  it('follows a group that has become a supergroup, and remembers it', async () => {
    partner.chats.push({ id: -55, movedTo: chat });
    const context = contextOf({ chat: '-55' });
    expect(await telegram.deliver([payment], context)).toEqual([delivered]);
    expect(await telegram.deliver([payment], context)).toEqual([delivered]);
    expect(partner.messages).toHaveLength(2);
    expect(partner.requests).toHaveLength(3);
  });
});

describe('Telegram', () => {
  const stop = (code: string, detail: string) => ({ kind: 'stop', code, detail });
  const rejections: [description: string, status: 400 | 403, code: string][] = [
    ['Bad Request: chat not found', 400, 'not_found'],
    ['Bad Request: group chat was deactivated', 400, 'not_found'],
    ['Bad Request: not enough rights to send text messages to the chat', 400, 'forbidden'],
    ['Bad Request: need administrator rights in the channel chat', 400, 'forbidden'],
    ['Bad Request: CHAT_WRITE_FORBIDDEN', 400, 'forbidden'],
    ['Forbidden: bot was kicked from the supergroup chat', 403, 'forbidden'],
    ['Forbidden: bot is not a member of the channel chat', 403, 'forbidden'],
    ['Forbidden: bot was blocked by the user', 403, 'forbidden'],
    ["Forbidden: bot can't initiate conversation with a user", 403, 'forbidden'],
    ['Forbidden: something new', 403, 'forbidden'],
  ];

  it.each(rejections)('stops the integration: %s', async (description, code, problem) => {
    partner.chats.push({ id: 99, error: { code, description } });
    expect(await telegram.deliver([payment], contextOf({ chat: '99' }))).toEqual([stop(problem, description)]);
  });

  it.each([
    ['an unknown chat', { chat: '5' }, {}, stop('not_found', 'Bad Request: chat not found')],
    ['an unknown topic', { topic: '9' }, {}, stop('not_found', 'Bad Request: message thread not found')],
    ['a closed topic', { topic: '8' }, {}, stop('forbidden', 'Bad Request: TOPIC_CLOSED')],
    ['a token of nobody', {}, { token: `1234567:${'x'.repeat(35)}` }, stop('unauthorized', 'Unauthorized')],
    ['no token', {}, { token: `1234567:${'x'.repeat(30)}` }, stop('unauthorized', 'Not Found')],
  ])('stops the integration with %s', async (_, settings, secrets, outcome) => {
    expect(await telegram.deliver([payment], contextOf(settings, secrets))).toEqual([outcome]);
    expect(partner.messages).toEqual([]);
  });

  const answers: [string, ProviderAnswer, object][] = [
    [
      'limits requests',
      errorAnswer(429, 'Too Many Requests: retry after 17', { retry_after: 17 }),
      { kind: 'retry', code: 'throttled', detail: 'Too Many Requests: retry after 17', afterMs: 17_000 },
    ],
    [
      'refuses the text',
      errorAnswer(400, "Bad Request: can't parse entities"),
      { kind: 'split', code: 'rejected', detail: "Bad Request: can't parse entities" },
    ],
    [
      'may have sent it before it broke',
      errorAnswer(500, 'Internal Server Error'),
      { kind: 'unknown', code: 'unavailable', detail: 'Internal Server Error' },
    ],
    [
      'is behind a gateway that broke',
      { status: 502, headers: {}, body: '<html>' },
      { kind: 'unknown', code: 'unavailable', detail: 'HTTP 502' },
    ],
  ];

  it.each(answers)('%s', async (_, answer, outcome) => {
    partner.faults.push({ kind: 'answer', answer });
    expect(await telegram.deliver([payment, payment], contextOf())).toEqual([outcome, outcome]);
  });

  it('may have sent a message whose answer was lost', async () => {
    partner.faults.push({ kind: 'lost' });
    const failure = { code: 'reset', mayHaveArrived: true };
    await expect(telegram.deliver([payment], contextOf())).rejects.toMatchObject(failure);
    expect(partner.messages).toHaveLength(1);
  });

  it('may repeat the token in an error: it is not kept', async () => {
    partner.faults.push({ kind: 'answer', answer: errorAnswer(400, `wrong path /bot${token}/sendMessage`) });
    const [outcome] = await telegram.deliver([payment], contextOf());
    expect(outcome).toEqual({ kind: 'split', code: 'rejected', detail: 'wrong path /bot•••/sendMessage' });
    partner.faults.push({ kind: 'answer', answer: errorAnswer(404, `no ${encodeURIComponent(token)}`) });
    expect(JSON.stringify(await telegram.deliver([payment], contextOf()))).not.toContain(secretPart);
  });
});

test('groups have 20 messages a minute, users one a second; a chat of a bot is one lane', () => {
  expect(telegram.limits(contextOf())).toEqual({ items: 20, concurrency: 1, perSecond: 1 / 3 });
  expect(telegram.limits(contextOf({ chat: '@shop_team' })).perSecond).toBe(1 / 3);
  expect(telegram.limits(contextOf({ chat: '7001' })).perSecond).toBe(1);
  expect(telegram.lane(contextOf({ chat: '@Shop_Team' }))).toBe('telegram:123456789:@shop_team');
});

it.each([
  ['7001', true],
  ['-1001234567890', true],
  ['@shop_team', true],
  [' @shop_team ', true],
  ['shop_team', false],
  ['https://t.me/shop_team', false],
  ['0', false],
  ['@a b', false],
  ['', false],
])('the chat %j is valid: %s', (value, isValid) => {
  expect(z.safeParse(providerDescriptors.telegram.settings, { chat: value }).success).toBe(isValid);
});

function errorAnswer(error_code: number, description: string, parameters?: object): ProviderAnswer {
  const body = { ok: false, error_code, description, ...(parameters && { parameters }) };
  return { status: error_code, headers: {}, body: JSON.stringify(body) };
}
