import { expect, test } from 'vitest';
import { appLaunchName, type CountedHit, type Hit, hitEvent } from './hit-event.ts';
import { defaultStartRules } from './start-payload.ts';

const hitAt = Date.parse('2026-03-01T10:00:00.250Z');
const ada = { userId: 7, firstName: 'Ada', lastName: 'L', username: 'ada', language: 'pt-br', isPremium: true };
const hit = (changes: Partial<Hit> = {}) =>
  hitEvent({
    bot: '0123456789abc',
    user: ada,
    name: appLaunchName,
    at: hitAt,
    receivedAt: hitAt + 500,
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
    time: hitAt,
    sentAt: Math.floor(hitAt / 1000),
    partitionKey: Math.floor(hitAt / 86_400_000),
    receivedAt: hitAt + 500,
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

test('a late copy of a hit keeps its ID and partition key; another moment, name or user changes the ID', () => {
  const lateCopy = hit({ receivedAt: hitAt + 30 * 86_400_000 });
  expect([lateCopy.id, lateCopy.partitionKey, lateCopy.userId]).toEqual([hit().id, hit().partitionKey, hit().userId]);
  const otherHits = [
    hit({ at: hitAt + 1 }),
    hit({ name: 'cart' }),
    hit({ user: { ...ada, userId: 8 } }),
    hit({ bot: 'other' }),
  ];
  expect(new Set([hit(), ...otherHits].map(({ id }) => id)).size).toBe(5);
});

test('words that are too long are cut, and half a letter is stored as one', () => {
  const longHit = hit({ name: 'x'.repeat(100), platform: 'p'.repeat(40), version: '\ud83d' });
  expect(longHit.name).toHaveLength(64);
  expect(JSON.parse(longHit.payload).hit).toMatchObject({ platform: 'p'.repeat(32), version: '\ufffd' });
  expect(hit({ startPayload: 's'.repeat(600) }).startPayload).toHaveLength(512);
});

const createCountedHit = (changes: Partial<CountedHit> = {}): CountedHit => ({
  ...{ app: 3, id: '00112233aabbccdd', deviceTime: hitAt + 7_200_000, proof: 'hmac', path: '/shop', category: 'menu' },
  ...{ value: 9.5, unit: 'EUR', props: { size: 'L' }, ticket: '', script: '1', ...changes },
});
const launch = 'ab'.repeat(16);

test('a hit of the counter keeps all that it reports; its money is no amount', () => {
  const event = hit({ launch, counted: createCountedHit(), name: 'buy' });
  expect(event).toMatchObject({
    amount: 0,
    currency: '',
    time: hitAt,
    sentAt: Math.floor(hitAt / 1000),
    isStart: false,
  });
  expect(JSON.parse(event.payload).hit).toMatchObject({
    ...{ from: { id: 7 }, name: 'buy', launch, app: 3, proof: 'hmac', path: '/shop', category: 'menu' },
    ...{ value: 9.5, unit: 'EUR', props: { size: 'L' }, script: '1' },
  });
});

test('its identity is the ID that the script gave it, and its place the clock of the device', () => {
  const first = hit({ launch, counted: createCountedHit() });
  // Sent again, the corrected time is another one: even of another day.
  const repeatedHit = hit({
    launch,
    counted: createCountedHit(),
    at: hitAt + 86_400_000,
    receivedAt: hitAt + 86_400_500,
    name: 'cart',
  });
  expect([repeatedHit.id, repeatedHit.partitionKey]).toEqual([first.id, first.partitionKey]);
  expect(first.partitionKey).toBe(Math.floor((hitAt + 7_200_000) / 86_400_000));
  const otherIds = [createCountedHit({ id: '00112233aabbccde' }), createCountedHit({ app: 4 })].map(
    (one) => hit({ counted: one }).id,
  );
  expect(new Set([first.id, ...otherIds]).size).toBe(3);
});

test('a hit of nobody in particular makes no bot user and attributes nothing', () => {
  const nobody = { userId: 0, firstName: '', lastName: '', username: '', language: '', isPremium: false };
  const event = hit({ user: nobody, launch, counted: createCountedHit({ proof: 'none' }) });
  expect(event).toMatchObject({ userId: 0, isContact: false, isStart: false, startPayload: '', source: '' });
  expect(JSON.parse(event.payload).hit).not.toHaveProperty('from');
  // Two visitors without IDs of events are two.
  const [firstId, secondId] = ['01'.repeat(16), '02'.repeat(16)].map((id) => hit({ user: nobody, launch: id }).id);
  expect(firstId).not.toBe(secondId);
});
