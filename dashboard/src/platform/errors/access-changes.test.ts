import type { Bot } from '@botscope/contract';
import { expect, test } from 'vitest';
import { changeBetween } from './access-changes.ts';

const bot = (key: string, rights: Partial<Bot> = {}) =>
  ({ key, permissions: [], reports: [], role: 'viewer', status: true, ...rights }) as unknown as Bot;
const map = (...bots: Bot[]) => Object.fromEntries(bots.map((each) => [each.key, each]));

test('names the bots that are gone and whether the rights at another are others', () => {
  const [shop, news] = [bot('shop'), bot('news')];
  expect(changeBetween(map(shop, news), map(shop, news))).toEqual({ lost: [], changed: false });
  expect(changeBetween(map(shop, news), map(news))).toEqual({ lost: [shop], changed: false });
  expect(changeBetween(map(shop), map(bot('shop', { role: 'manager' })))).toEqual({ lost: [], changed: true });
  expect(changeBetween(map(shop), map(bot('shop', { reports: ['retention'] })))).toEqual({ lost: [], changed: true });
  // A new bot is no reason to leave a page, nor is a bot that has got its first update.
  expect(changeBetween(map(shop), map(bot('shop', { status: false }), news))).toEqual({ lost: [], changed: false });
});
