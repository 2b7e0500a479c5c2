import { expect, it, test } from 'vitest';
import { conversionEvent, type ReportedConversion } from './conversion-event.ts';

const receivedAt = Date.parse('2026-03-02T12:00:00.500Z');
const reported: ReportedConversion = {
  bot: '0123456789abc',
  targetId: 10_001,
  userId: 42,
  date: '2026-03-02T13:00:00.250+03:00',
  amount: 1_250,
  currency: 'EUR',
  receivedAt,
  nonce: 'a',
};

test('a conversion is no action and no meeting', () => {
  const event = conversionEvent(reported);
  expect(event).toMatchObject({
    kind: 'conversion',
    name: '10001',
    userId: 42,
    chatId: 42,
    direction: 'in',
    isAction: false,
    isContact: false,
    amount: 1_250,
    currency: 'EUR',
    time: Date.parse('2026-03-02T10:00:00.250Z'),
    sentAt: Date.parse('2026-03-02T10:00:00Z') / 1_000,
    receivedAt,
  });
  expect(JSON.parse(event.payload)).toEqual({
    conversion: { target_id: 10_001, user_id: 42, amount: 1_250, currency: 'EUR', date: reported.date },
  });
});

it.each<[string, Partial<ReportedConversion>]>([
  ['later', { receivedAt: receivedAt + 40 * 86_400_000, nonce: 'b' }],
  ['with the date in another zone', { date: '2026-03-02T10:00:00.250Z' }],
  ['with the date as a number', { date: Date.parse('2026-03-02T10:00:00.250Z') }],
])('is the same when it is reported %s, with the same key', (_how, change) => {
  const [one, other] = [conversionEvent(reported), conversionEvent({ ...reported, ...change })];
  expect([other.id, other.partitionKey, other.userId]).toEqual([one.id, one.partitionKey, one.userId]);
});

it.each<[string, Partial<ReportedConversion>]>([
  ['bot', { bot: 'fedcba9876543' }],
  ['target', { targetId: 10_002 }],
  ['user', { userId: 43 }],
  ['moment', { date: '2026-03-02T13:00:00.251+03:00' }],
  ['amount', { amount: 1_251 }],
  ['currency', { currency: 'USD' }],
])('is another one with another %s', (_what, change) => {
  expect(conversionEvent({ ...reported, ...change }).id).not.toBe(conversionEvent(reported).id);
});

test('conversions without a date are each their own, at the time of receipt', () => {
  const [a, b] = ['a', 'b'].map((nonce) => conversionEvent({ ...reported, date: undefined, nonce }));
  expect(a?.id).not.toBe(b?.id);
  expect([a?.time, a?.sentAt, a?.partitionKey]).toEqual([receivedAt, 0, Math.floor(receivedAt / 86_400_000)]);
  expect(conversionEvent({ ...reported, date: null, nonce: 'a' }).id).toBe(a?.id);
});

test('an unreadable date, or one of the future, distinguishes conversions, and the receipt is the time', () => {
  for (const date of ['yesterday', '2026-03-02T13:00:00', '2027-01-01T00:00:00Z', -5]) {
    const event = conversionEvent({ ...reported, date });
    const laterEvent = conversionEvent({ ...reported, date, nonce: 'b', receivedAt: receivedAt + 60_000 });
    expect([laterEvent.id, laterEvent.partitionKey]).toEqual([event.id, event.partitionKey]);
    expect([event.time, laterEvent.time]).toEqual([receivedAt, receivedAt + 60_000]);
  }
});
