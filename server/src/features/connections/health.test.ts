import { describe, expect, it } from 'vitest';
import { isDown, isOver, isUpAgain, judge, type Look } from './health.ts';

const now = Date.UTC(2026, 2, 2, 12);
const ours = 'https://stats.example.com/hook/0123456789abc/secret';
const fine: Look = {
  deliveryMethod: 'webhook',
  hasUpdates: true,
  isSetByUs: true,
  url: ours,
  isOurs: true,
  lastErrorAt: null,
  lastError: '',
  pending: [0],
};
const theirs = { url: 'https://elsewhere.example.com/', isOurs: false };
const noWebhook = { url: '', isOurs: false };

describe('a look at Telegram', () => {
  it.each<[string, Partial<Look>, string[]]>([
    ['all is well', {}, []],
    ['another webhook was set', theirs, ['WebhookChanged']],
    ['the webhook was removed', noWebhook, ['WebhookChanged']],
    ['… also before the first update, where we set it', { ...noWebhook, hasUpdates: false }, ['WebhookChanged']],
    ['set by hand: the owner is still connecting', { ...noWebhook, isSetByUs: false, hasUpdates: false }, []],
    ['set by hand: it was there before', { ...theirs, isSetByUs: false }, ['WebhookChanged']],
    ['polling needs none', { deliveryMethod: 'getUpdates', ...noWebhook }, []],
    ['polling, with one of ours: its next poll takes it away', { deliveryMethod: 'getUpdates' }, []],
    ['polling, and a webhook was set', { deliveryMethod: 'getUpdates', ...theirs }, ['WebhookChanged']],
    ['polling has not begun', { deliveryMethod: 'getUpdates', ...theirs, hasUpdates: false }, []],
    ['copies: its webhook is its own affair', { deliveryMethod: 'api', ...theirs }, []],
    ['a fresh error of delivery', { lastErrorAt: now - 60_000, lastError: 'x' }, ['DeliveryError']],
    ['an old one', { lastErrorAt: now - 600_000 }, []],
    ['one of delivery to another address', { ...theirs, lastErrorAt: now }, ['WebhookChanged']],
    ['more and more waits', { pending: [50, 120, 300] }, ['PendingGrowing']],
    ['while polling too', { deliveryMethod: 'getUpdates', ...noWebhook, pending: [10, 90, 100] }, ['PendingGrowing']],
    ['little waits', { pending: [1, 5, 99] }, []],
    ['much waits and gets less', { pending: [500, 400, 300] }, []],
    ['much waits, steadily', { pending: [300, 300, 300] }, []],
    ['two looks prove nothing', { pending: [100, 900] }, []],
    ['it grew once more after a pause', { pending: [900, 100, 300, 400] }, ['PendingGrowing']],
  ])('%s', (_, change, codes) => {
    const verdicts = judge({ ...fine, ...change }, now);
    expect(verdicts.filter(({ isOpen }) => isOpen).map(({ code }) => code)).toEqual(codes);
    // Every look speaks of all of them, so that what is over ends.
    expect(verdicts.map(({ code }) => code)).toEqual([
      'TokenRevoked',
      'WebhookChanged',
      'DeliveryError',
      'PendingGrowing',
    ]);
  });

  it('describes what it saw', () => {
    const [, webhookChange, failing, growing] = judge(
      { ...fine, ...theirs, lastError: 'Read timeout expired', pending: [1, 200, 300] },
      now,
    );
    expect([webhookChange?.detail, failing?.detail, growing?.detail]).toEqual([
      theirs.url,
      'Read timeout expired',
      '300',
    ]);
  });
});

describe('updates that wait at Telegram, seen by a process that has only begun to look', () => {
  it.each<[number[], boolean | null]>([
    [[300], null],
    [[100, 300], null],
    [[99], false],
    [[300, 100], false],
    [[100, 200, 300], true],
    [[300, 300, 300], false],
  ])('%j: growing %s', (pending, isOpen) => {
    expect(judge({ ...fine, pending }, now).find(({ code }) => code === 'PendingGrowing')?.isOpen).toBe(isOpen);
  });
});

describe('the state that the relay reports', () => {
  it.each([
    [{ queued: 0, downSince: null }, false, true],
    [{ queued: 3, downSince: null }, false, false],
    [{ queued: 3, downSince: now - 29_999 }, false, false],
    [{ queued: 0, downSince: now - 30_000 }, true, false],
  ])('%j: down %s, up again %s', (state, expectsDown, expectsUp) => {
    expect([isDown(state, now), isUpAgain(state)]).toEqual([expectsDown, expectsUp]);
  });
});

describe('problems of which nobody speaks any more', () => {
  it.each([
    ['SecondPoller', now - 600_000, true, true],
    ['SecondPoller', now - 599_999, true, false],
    ['BotDown', now - 900_000, true, true],
    ['BotDown', now - 899_999, false, false],
    ['Gap', now - 86_399_999, true, false],
    ['Gap', now - 86_400_000, true, true],
    // These end when a look at Telegram says so, if we can look.
    ['TokenRevoked', 0, true, false],
    ['WebhookChanged', 0, true, false],
    ['TokenRevoked', now - 3_600_000, false, true],
    ['WebhookChanged', now - 3_599_999, false, false],
    ['PendingGrowing', 0, false, false],
  ] as const)('%s, heard of at %d, can look %s: over %s', (code, heard, canLook, expectsEnd) => {
    expect(isOver({ code, heard, canLook }, now)).toBe(expectsEnd);
  });
});
