import { expect, test } from 'vitest';
import { liveWorld } from './live-world.ts';
import type { Happening } from './population/sequels.ts';
import { livePopulation } from './population.ts';

const world = { seed: 7, from: '2026-03-02T00:00:00Z', usersPerDay: 15 };
const end = new Date('2026-03-12T00:00:00Z');
const all = liveWorld(world).until(end);
const selectKind = (kind: 'update' | 'hit' | 'call' | 'sale') => all.filter((one) => kind in one);
const refunds = (items: readonly Happening[]) =>
  items.filter((one) => 'update' in one && one.update.message && 'refunded_payment' in one.update.message);

test('all that happens comes in time order, each only when its moment has come, in one call or in many', () => {
  expect(all.every((item, index) => index === 0 || all[index - 1]!.date <= item.date)).toBe(true);
  expect(all.at(-1)!.date <= end.toISOString()).toBe(true);

  const inParts = liveWorld(world);
  const parts: Happening[] = [];
  for (let day = 3; day <= 12; day += 1) {
    const now = new Date(Date.UTC(2026, 2, day));
    for (let part = inParts.until(now, 100); part.length > 0; part = inParts.until(now, 100)) {
      expect(part.length).toBeLessThanOrEqual(100);
      expect(part.at(-1)!.date <= now.toISOString()).toBe(true);
      parts.push(...part);
    }
  }
  expect(parts).toEqual(all);
});

/** Friends of the users, who never open the bot's chat, have ids above all others. */
const ofFriends = (items: readonly Happening[]) =>
  items.filter((one) => {
    if (!('update' in one)) return false;
    const { message, inline_query: query, chosen_inline_result: chosenResult } = one.update;
    return ((message ?? query ?? chosenResult)?.from?.id ?? 0) >= 8_000_000_000;
  });

test('the population is the same as without what follows from it', () => {
  const updates = selectKind('update').filter((one) => !refunds([one]).length && !ofFriends([one]).length);
  expect(updates).toEqual(livePopulation(world).until(end));
});

test('the bot answers, its Mini App is opened by its users and by strangers, the shop sells, some money goes back', () => {
  const users = new Set(
    selectKind('update').flatMap((one) => ('update' in one ? (one.update.message?.from?.id ?? []) : [])),
  );
  const hits = all.flatMap((one) => ('hit' in one ? [one.hit] : []));
  const launches = hits.filter((hit) => hit.name === 'app_launch');
  expect(launches.length).toBeGreaterThan(50);
  expect(launches.filter((hit) => hit.start_param).length).toBeGreaterThan(10);
  expect(new Set(hits.map((hit) => hit.platform)).size).toBe(5);
  expect(hits.some((hit) => users.has(hit.from.id))).toBe(true);
  expect(hits.some((hit) => !users.has(hit.from.id))).toBe(true);
  expect(selectKind('call').length).toBeGreaterThan(selectKind('update').length / 2);
  expect(selectKind('sale').length).toBeGreaterThan(3);
  const laterItems = liveWorld(world).until(new Date('2026-05-01T00:00:00Z'));
  const friends = ofFriends(laterItems).flatMap((one) => ('update' in one ? [one.update] : []));
  expect(friends.filter(({ inline_query: query }) => query).length).toBeGreaterThan(5);
  expect(friends.flatMap(({ message }) => message?.chat.type ?? [])).toContain('supergroup');
  expect(friends.some(({ message }) => message?.chat.type === 'private')).toBe(false);
  expect(refunds(laterItems).length).toBeGreaterThan(0);
});
