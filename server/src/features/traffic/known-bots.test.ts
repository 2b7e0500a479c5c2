import { expect, test } from 'vitest';
import { createKnownBots } from './known-bots.ts';
import type { TrafficBot } from './traffic-host.ts';

const bot = (key: string, changes: Partial<TrafficBot> = {}): TrafficBot => ({
  key,
  start_rules: null,
  token_hash: `hash of ${key}`,
  webhook: '',
  botWebhookSecret: null,
  ourHookSecret: '',
  token: `token of ${key}`,
  apiRoot: '',
  recordsCalls: true,
  delivery: 'getUpdates',
  allowedUpdates: null,
  ...changes,
});

const hashToken = (token: string): string => (token === 'new' ? 'new hash' : token.replace('token of', 'hash of'));

test('bots are found by key and by token', () => {
  const bots = createKnownBots(hashToken);
  const one = bot('one');
  bots.update([['one', one]], true);
  expect(bots.byKey('one')).toBe(one);
  expect(bots.byToken('token of one')).toBe(one);
  expect(bots.byToken('token of two')).toBeUndefined();
});

test('a token whose text is not kept is found once its bot was named', () => {
  const bots = createKnownBots(hashToken);
  const one = bot('one', { token: null });
  bots.update([['one', one]], true);
  expect(bots.byToken('by name')).toBeUndefined();
  bots.remember(one, 'by name');
  expect(bots.byToken('by name')).toBe(one);
});

test('a bot whose token is stored nowhere is found by its hash, after each restart of the app process', () => {
  const bots = createKnownBots(hashToken);
  for (const snapshot of [1, 2]) {
    const manual = bot('one', { token: null, allowedUpdates: [`snapshot ${snapshot}`] });
    bots.update([['one', manual]], true);
    expect(bots.byToken('token of one')).toBe(manual);
  }
  bots.update([['one', bot('one', { token: null, token_hash: null })]], true);
  expect(bots.byToken('token of one')).toBeUndefined();
});

test('a bot with a new token no longer has the old one, whatever else changes', () => {
  const bots = createKnownBots(hashToken);
  bots.update([['one', bot('one')]], true);
  const changedBot = bot('one', { token: 'new', token_hash: 'new hash' });
  bots.update([['one', changedBot]], false);
  expect(bots.byToken('token of one')).toBeUndefined();
  expect(bots.byToken('new')).toBe(changedBot);
  const paused = bot('one', { token: 'new', token_hash: 'new hash', paused_at: new Date(0) });
  bots.update([['one', paused]], false);
  expect(bots.byToken('new')).toBe(paused);
});

test('a removed bot is gone, and so is one that a full list does not have', () => {
  const bots = createKnownBots(hashToken);
  bots.update(
    ['one', 'two', 'three'].map((key) => [key, bot(key)]),
    true,
  );
  bots.update([['one', null]], false);
  expect(bots.byKey('one')).toBeUndefined();
  expect(bots.byToken('token of one')).toBeUndefined();
  bots.update([['three', bot('three')]], true);
  expect(bots.byKey('two')).toBeUndefined();
  expect(bots.byToken('token of two')).toBeUndefined();
  expect(bots.byToken('token of three')).toEqual(bot('three'));
});

test('an unknown bot stays unknown', () => {
  const bots = createKnownBots(hashToken);
  expect(bots.remember(null, 'token')).toBeNull();
  expect(bots.byToken('token')).toBeUndefined();
});
