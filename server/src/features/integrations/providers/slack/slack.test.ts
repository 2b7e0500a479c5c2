import { integrationEventTypes, languages, providerDescriptors } from '@botscope/contract';
import { readMrkdwn, type SlackPartner, startSlackPartner } from '@botscope/testkit/partners/slack.ts';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import * as z from 'zod/v4/core';
import type { ProviderAnswer } from '../provider.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { slack } from './slack.ts';

const key = 'marker7f3a9cSecretKey123';
const path = `/services/T012AB3CD/B045EF6GH/${key}`;
const url = `https://hooks.slack.com${path}`;
let partner: SlackPartner;

beforeEach(async () => {
  partner = await startSlackPartner(path);
});
afterEach(() => partner.stop());

const contextOf = (settings: Record<string, unknown> = {}, secrets: Record<string, string> = {}) =>
  testContext('slack', {
    settings,
    secrets: { url, ...secrets },
    origins: { 'https://hooks.slack.com': partner.url },
  });
const payment = testItem('payment.succeeded');
const delivered = { kind: 'delivered' };

describe('a message', () => {
  it('is asked for by one exact request, the one of the preview', async () => {
    const context = contextOf();
    expect(await slack.deliver([payment], context)).toEqual([delivered]);
    const text = [
      '*Payment received*',
      'User: `Anna` @anna ID 7001',
      'Amount: 19.99 EUR',
      'Invoice: `order 12`',
      'Payment ID: `7412_8305`',
      'First source: `google`',
      '<!date^1795172400^{date_num} {time}|2026-11-20 11:00 UTC>',
    ].join('\n');
    const request = {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        text: 'shop_bot: Payment received',
        blocks: [{ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }],
        unfurl_links: false,
        unfurl_media: false,
      }),
    };
    expect(context.sent).toEqual([request]);
    expect(slack.preview([payment], context, testNow)).toEqual(request);
  });

  it('has events of every type in every language', async () => {
    for (const language of languages) {
      for (const type of integrationEventTypes)
        expect(await slack.deliver([testItem(type)], contextOf({ language }))).toEqual([delivered]);
    }
  });

  it('has up to 20 events, a block each, and fits whatever they say', async () => {
    expect(slack.limits(contextOf())).toEqual({ items: 20, concurrency: 1, perSecond: 1 });
    const long = '&<>'.repeat(2_000);
    const data = { ...payment.event.data, invoice_payload: long, charge_id: long };
    const items = Array.from({ length: 20 }, () => testItem('payment.succeeded', { data }));
    expect(await slack.deliver(items, contextOf({ language: 'ru' }))).toEqual(items.map(() => delivered));
    expect(partner.messages).toMatchObject([{ text: 'shop_bot: событий: 20' }]);
    expect(partner.messages[0]?.blocks).toHaveLength(20);
  });

  it('mentions nobody and has no marks of what users wrote', async () => {
    const { user } = payment.event;
    const text = '<!channel> *bold* `code` &lt; <https://spam.example|Click>';
    const item = testItem('message.received', {
      bot: { key: '0123456789abc', name: 'a<!here>b' },
      user: { ...user!, first_name: '<@U012>', username: null },
      data: { type: 'text', text },
    });
    await slack.deliver([item], contextOf());
    const [message] = partner.messages;
    const { shown, controls } = readMrkdwn(message!.blocks[0]!.text.text);
    expect(controls).toEqual([expect.stringMatching(/^!date\^\d+\^/)]);
    expect(shown).toContain('User: `<@U012>` ID 7001');
    expect(shown).toContain(`Text: \`${text.replaceAll('`', 'ˋ')}\``);
    expect(readMrkdwn(message!.text)).toEqual({ shown: 'a<!here>b: Message received', controls: [] });
  });
});

describe('Slack', () => {
  it.each([
    [404, 'no_service', 'gone'],
    [404, 'no_team', 'gone'],
    [403, 'team_disabled', 'gone'],
    [410, 'channel_is_archived', 'gone'],
    [404, 'channel_not_found', 'not_found'],
    [400, 'user_not_found', 'not_found'],
    [403, 'invalid_token', 'unauthorized'],
    [403, 'action_prohibited', 'forbidden'],
    [403, 'posting_to_general_channel_denied', 'forbidden'],
  ])('stops the integration: %i %s', async (status, word, code) => {
    partner.reject(status, word);
    const outcome = { kind: 'stop', code, detail: word };
    expect(await slack.deliver([payment, payment], contextOf())).toEqual([outcome, outcome]);
    expect(partner.messages).toEqual([]);
  });

  const answers: [string, ProviderAnswer, object][] = [
    [
      'limits requests',
      answer(429, 'rate_limited', { 'retry-after': '30' }),
      { kind: 'retry', code: 'throttled', detail: '429 rate_limited', afterMs: 30_000 },
    ],
    [
      'refuses the text',
      answer(400, 'invalid_blocks'),
      { kind: 'split', code: 'rejected', detail: '400 invalid_blocks' },
    ],
    ['has no such address', answer(404, ''), { kind: 'stop', code: 'not_found', detail: '404' }],
    [
      'may have sent it before it broke',
      answer(500, 'rollup_error'),
      { kind: 'unknown', code: 'unavailable', detail: '500 rollup_error' },
    ],
    ['is closed for a moment', answer(503, ''), { kind: 'retry', code: 'unavailable', detail: '503' }],
    ['is not who answers', answer(200, '<html>'), { kind: 'unknown', code: 'other', detail: '200 <html>' }],
  ];

  it.each(answers)('%s', async (_, scripted, outcome) => {
    partner.faults.push({ kind: 'answer', answer: scripted });
    expect(await slack.deliver([payment], contextOf())).toEqual([outcome]);
  });

  it('knows no other webhooks', async () => {
    const other = { url: url.replace(key, 'x'.repeat(24)) };
    expect(await slack.deliver([payment], contextOf({}, other))).toMatchObject([{ code: 'unauthorized' }]);
    const missing = { url: url.replace('B045EF6GH', 'B000000') };
    expect(await slack.deliver([payment], contextOf({}, missing))).toMatchObject([{ code: 'gone' }]);
  });

  it('may have sent a message whose answer was lost', async () => {
    partner.faults.push({ kind: 'lost' });
    const failure = { code: 'reset', mayHaveArrived: true };
    await expect(slack.deliver([payment], contextOf())).rejects.toMatchObject(failure);
    expect(partner.messages).toHaveLength(1);
  });

  it('may repeat the address in an error: its key is not kept', async () => {
    partner.faults.push({ kind: 'answer', answer: answer(404, `no ${url}`) });
    const [outcome] = await slack.deliver([payment], contextOf());
    expect(outcome).toMatchObject({ detail: '404 no https://hooks.slack.com/services/T012AB3CD/B045EF6GH/•••' });
  });
});

test('a webhook is one lane, named without its key', () => {
  expect(slack.lane(contextOf())).toBe('slack:T012AB3CD/B045EF6GH');
});

it.each([
  [url, true],
  [` ${url} `, true],
  [url.replace('hooks.slack.com', 'hooks.slack.com.evil.example'), false],
  [url.replace('https', 'http'), false],
  [`${url}/../x`, false],
  ['https://hooks.slack.com/workflows/T012AB3CD/A045/1/abc', false],
])('the address %j is valid: %s', (value, isValid) => {
  expect(z.safeParse(providerDescriptors.slack.secrets, { url: value }).success).toBe(isValid);
});

function answer(status: number, body: string, headers: Record<string, string> = {}): ProviderAnswer {
  return { status, headers, body };
}
