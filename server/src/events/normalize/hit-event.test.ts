import { expect, test } from 'vitest';
import { appLaunchName, type Hit, hitEvent } from './hit-event.ts';
import { defaultStartRules } from './start-payload.ts';

const at = Date.parse('2026-03-01T10:00:00.250Z');
const ada = { userId: 7, firstName: 'Ada', lastName: 'L', username: 'ada', language: 'pt-br', isPremium: true };
const hit = (changes: Partial<Hit> = {}) =>
  hitEvent({
    bot: '0123456789abc',
    person: ada,
    name: appLaunchName,
    at,
    receivedAt: at + 500,
    startPayload: 'source-ads_medium-app',
    platform: 'ios',
    version: '9.1',
    rules: { ...defaultStartRules, type: 'all' },
    ...changes,
  });

test('a launch with a payload is a start: it names its source by the rules of the bot, and makes a bot user', () => {
  expect(hit()).toMatchObject({
    ...ada,
    bot: '0123456789abc',
    chatId: 7,
    chatType: '',
    kind: 'hit',
    direction: 'in',
    name: 'app_launch',
    isAction: false,
    isContact: true,
    isStart: true,
    startPayload: 'source-ads_medium-app',
    params: { source: 'ads', medium: 'app' },
    source: 'ads',
    time: at,
    sentAt: Math.floor(at / 1000),
    partitionKey: Math.floor(at / 86_400_000),
    receivedAt: at + 500,
  });
  expect(JSON.parse(hit().payload)).toEqual({
    hit: {
      from: { id: 7, first_name: 'Ada', last_name: 'L', username: 'ada', language_code: 'pt-br', is_premium: true },
      name: 'app_launch',
      start_param: 'source-ads_medium-app',
      platform: 'ios',
      version: '9.1',
    },
  });
});

test('a launch without a payload, and what the app counts, are no starts', () => {
  expect(hit({ startPayload: '' })).toMatchObject({ isStart: false, startPayload: '', source: '', isContact: true });
  // Only a launch has a link behind it.
  expect(hit({ name: 'cart' })).toMatchObject({
    name: 'cart',
    isStart: false,
    startPayload: '',
    params: {},
    source: '',
  });
});

test('the same hit delivered later is the same event on the same partitionKey; another moment, name or person is another', () => {
  const late = hit({ receivedAt: at + 30 * 86_400_000 });
  expect([late.id, late.partitionKey, late.userId]).toEqual([hit().id, hit().partitionKey, hit().userId]);
  const others = [
    hit({ at: at + 1 }),
    hit({ name: 'cart' }),
    hit({ person: { ...ada, userId: 8 } }),
    hit({ bot: 'other' }),
  ];
  expect(new Set([hit(), ...others].map(({ id }) => id)).size).toBe(5);
});

test('words that are too long are cut, and half a letter is stored as one', () => {
  const long = hit({ name: 'x'.repeat(100), platform: 'p'.repeat(40), version: '\ud83d' });
  expect(long.name).toHaveLength(64);
  expect(JSON.parse(long.payload).hit).toMatchObject({ platform: 'p'.repeat(32), version: '\ufffd' });
  expect(hit({ startPayload: 's'.repeat(600) }).startPayload).toHaveLength(512);
});
