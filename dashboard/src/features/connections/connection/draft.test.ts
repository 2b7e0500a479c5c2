import { api, type Connection } from '@botscope/contract';
import { expect, test } from 'vitest';
import { fieldProblems } from '../../../ui/field-errors.ts';
import {
  changeType,
  type Draft,
  detectFeed,
  emptyDraft,
  errorPlaces,
  findProblems,
  looksLikeToken,
  toDraft,
  toIncoming,
  toSendMethod,
} from './draft.ts';

const token = `123456789:${'A'.repeat(35)}`;
const byHand: Connection = {
  connection_type: 'manual',
  delivery_method: 'webhook',
  delivery_method_send: 'proxy',
  region: 'russia',
  platform: 'Salebot',
  has_token: false,
  api_root: 'https://api.stats.example',
  hook_url: 'https://stats.example/hook/k/s',
  webhook: 'https://a.example',
  has_secret_token: true,
  former_webhook: null,
  allowed_updates: null,
  riskOk: true,
  queued: 0,
  hook_reachable: true,
};
const draft = (changes: Partial<Draft>): Draft => ({ ...emptyDraft, ...changes });

test.each<[what: string, changes: Partial<Draft>, expected: object]>([
  [
    'a token and a webhook',
    { token: ` ${token} `, webhook: ' https://shop.example/hook ', secret_token: 's3cret', over_platform: true },
    {
      connection_type: 'auto',
      delivery_method: 'webhook',
      region: 'global',
      token,
      webhook: 'https://shop.example/hook',
      secret_token: 's3cret',
      over_platform: true,
      riskOk: false,
    },
  ],
  [
    'a token, and the bot polls: what was said about a webhook is left out',
    { token, feed: 'polling', webhook: 'https://old.example', secret_token: 'x', region: 'asia' },
    { connection_type: 'auto', delivery_method: 'getUpdates', region: 'asia', token },
  ],
  [
    'only counting',
    { token, feed: 'collect', webhook: 'https://old.example' },
    { connection_type: 'auto', delivery_method: 'webhook', region: 'global', token, webhook: '' },
  ],
  [
    'by hand: no token goes out, even if one was pasted before',
    { connection_type: 'manual', token, webhook: 'https://a.example', riskOk: true, platform: 'Salebot' },
    {
      connection_type: 'manual',
      delivery_method: 'webhook',
      region: 'global',
      webhook: 'https://a.example',
      riskOk: true,
      platform: 'Salebot',
    },
  ],
  [
    'API',
    { connection_type: 'api', token, webhook: 'https://a.example' },
    { connection_type: 'api', delivery_method: 'api' },
  ],
])('%s', (_what, changes, expected) => {
  const body = toIncoming(draft(changes));
  expect(body).toEqual(expected);
  expect(api.setConnection.body && fieldProblems(api.setConnection.body, body)).toEqual({});
});

test.each<[Partial<Draft>, needsToken: boolean, object]>([
  [{}, true, { token: 'missingToken', webhook: 'EmptyWebhook' }],
  [{ feed: 'polling' }, false, {}],
  [{ token, webhook: 'https://shop.example', secret_token: 'not this' }, true, { secret_token: 'InvalidField' }],
  [{ connection_type: 'manual', feed: 'polling' }, true, {}],
  [{ connection_type: 'api' }, true, {}],
])('what %j lacks', (changes, needsToken, expected) => {
  expect(findProblems(draft(changes), needsToken)).toEqual(expected);
});

test('calls are recorded by the proxy only where there is an API root', () => {
  expect(toSendMethod(draft({ proxy: true }))).toBe('proxy');
  expect(toSendMethod(draft({ proxy: false }))).toBe('off');
  expect(toSendMethod(draft({ connection_type: 'api', proxy: true }))).toBe('off');
});

test.each([
  [token, true],
  [` ${token}\n`, true],
  ['123456789', false],
  [`bot${token}`, false],
  ['', false],
])('whether "%s" looks like a token: %s', (text, expected) => {
  expect(looksLikeToken(text)).toBe(expected);
});

test('a connection as it is', () => {
  expect(detectFeed({ delivery_method: 'getUpdates', webhook: '' })).toBe('polling');
  expect(detectFeed({ delivery_method: 'webhook', webhook: '' })).toBe('collect');
  expect(toDraft(byHand)).toEqual(
    draft({
      connection_type: 'manual',
      webhook: 'https://a.example',
      riskOk: true,
      region: 'russia',
      platform: 'Salebot',
      proxy: true,
    }),
  );
});

test.each([
  ['collect', '', 'manual', 'forward'],
  ['polling', 'Salebot', 'manual', 'forward'],
  ['polling', '', 'manual', 'polling'],
  ['collect', 'Salebot', 'auto', 'collect'],
] as const)('%s on platform "%s", changed to %s, becomes %s', (feed, platform, type, expected) => {
  expect(changeType({ feed, platform }, type)).toEqual({ connection_type: type, feed: expected });
});

test('a bot that pushes copies has no feed yet: the first is proposed', () => {
  expect(toDraft({ ...byHand, connection_type: 'api', delivery_method: 'api', webhook: '' }).feed).toBe('forward');
});

test('every error of connecting a bot has its field', () => {
  expect(Object.keys(errorPlaces)).toEqual(
    expect.arrayContaining(['missingToken', 'TidExistSelf', 'WebhookSelf', 'WebhookAlready', 'WebhookTestFailed']),
  );
});
