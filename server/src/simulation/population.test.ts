import { expect, test } from 'vitest';
import { livePopulation, type PopulationOptions, simulatePopulation } from './population.ts';
import type { DatedUpdate, User } from './users/telegram-types.ts';

const world = {
  seed: 7,
  from: '2026-03-02T00:00:00Z',
  to: '2026-04-01T00:00:00Z',
  usersPerDay: 15,
} satisfies PopulationOptions;
const month = [...simulatePopulation(world)];
const extractUser = ({ update }: DatedUpdate): User => {
  const [content] = Object.values(update).filter((value) => typeof value === 'object') as { from: User }[];
  return content!.from;
};
const extractText = ({ update }: DatedUpdate) => update.message?.text;

test('two worlds of the same seed are the same, and another seed gives another one', () => {
  expect(JSON.stringify([...simulatePopulation(world)])).toBe(JSON.stringify(month));
  expect([...simulatePopulation({ ...world, seed: 8 })].slice(0, 5)).not.toEqual(month.slice(0, 5));
});

test('updates come in time order, numbered one by one, dated as their messages are', () => {
  const first = month[0]!.update.update_id;
  expect(month.every((item, index) => index === 0 || month[index - 1]!.date <= item.date)).toBe(true);
  expect(month.every((item, index) => item.update.update_id === first + index)).toBe(true);
  expect(
    month.every(({ date, update }) => !update.message || update.message.date === Math.floor(Date.parse(date) / 1_000)),
  ).toBe(true);
  expect(month[0]!.date >= '2026-03-02').toBe(true);
  expect(month.at(-1)!.date < '2026-04-01').toBe(true);
});

test('each user begins with /start and is silent after a block until the unblock', () => {
  const blocked = new Map<number, boolean>();
  for (const item of month) {
    const { id } = extractUser(item);
    const change = item.update.my_chat_member?.new_chat_member.status;
    if (!blocked.has(id)) expect(extractText(item)).toMatch(/^\/start/);
    if (blocked.get(id)) expect(change).toBe('member');
    blocked.set(id, change === 'kicked');
  }
  expect(blocked.size).toBeGreaterThan(400);
});

test('message numbers rise within a chat', () => {
  const last = new Map<number, number>();
  for (const { update } of month) {
    if (!update.message) continue;
    const { chat, message_id } = update.message;
    expect(message_id).toBeGreaterThan(last.get(chat.id) ?? 0);
    last.set(chat.id, message_id);
  }
});

test('the world is believable: rhythm, campaigns, churn, returns, languages, premium, payments', () => {
  const count = (fits: (item: DatedUpdate) => unknown) => month.filter((item) => fits(item)).length;
  const inHours = (fromHour: number, toHour: number) =>
    count(({ date }) => Number(date.slice(11, 13)) >= fromHour && Number(date.slice(11, 13)) < toHour);
  expect(inHours(15, 19)).toBeGreaterThan(5 * inHours(0, 4));

  const launches = (payload: string, day: string) =>
    count((item) => item.date.startsWith(day) && extractText(item) === `/start ${payload}`);
  expect(launches('source-vk_medium-cpc', '2026-03-14')).toBeGreaterThan(
    launches('source-vk_medium-cpc', '2026-03-13') + 5,
  );

  const members = (status: string) => count(({ update }) => update.my_chat_member?.new_chat_member.status === status);
  expect(members('kicked')).toBeGreaterThan(50);
  expect(members('member')).toBeGreaterThan(0);
  expect(members('member')).toBeLessThan(members('kicked') / 3);

  const users = new Map(month.map((item) => [extractUser(item).id, extractUser(item)]));
  const languages = new Set([...users.values()].map((user) => user.language_code));
  expect(languages).toContain(undefined);
  expect(languages.size).toBeGreaterThan(6);
  const premium = [...users.values()].filter((user) => user.is_premium).length / users.size;
  expect(premium).toBeGreaterThan(0.08);
  expect(premium).toBeLessThan(0.2);

  const commands = new Set(month.map((item) => /^\/\w+/.exec(extractText(item) ?? '')?.[0]).filter(Boolean));
  expect([...commands].sort()).toEqual(['/buy', '/help', '/menu', '/settings', '/start']);
  expect(count(({ update }) => update.message?.successful_payment)).toBeGreaterThan(20);
  expect(count(({ update }) => update.inline_query)).toBeGreaterThan(20);
  expect(count(({ update }) => update.callback_query)).toBeGreaterThan(month.length / 5);
});

test('a world without an end begins as the one with an end', () => {
  const endless = simulatePopulation({ ...world, to: undefined });
  const start = Array.from({ length: month.length }, () => endless.next().value);
  expect(start).toEqual(month);
});

test('live traffic carries the history on, in one call or in many, also after a restart', () => {
  const { to, ...endless } = world;
  const live = livePopulation({ ...endless, since: to });
  const morning = live.until(new Date('2026-04-01T09:00:00Z'));
  const rest = live.until(new Date('2026-04-01T12:00:00Z'));
  expect(morning[0]!.update.update_id).toBe(month.at(-1)!.update.update_id + 1);
  expect(rest.length).toBeGreaterThan(0);
  expect(rest.every(({ date }) => date > '2026-04-01T09:00:00.000Z')).toBe(true);
  expect(live.until(new Date('2026-04-01T10:00:00Z'))).toEqual([]);

  const expectedUpdates = [...simulatePopulation({ ...world, to: '2026-04-01T12:00:00.001Z' })].slice(month.length);
  expect([...morning, ...rest]).toEqual(expectedUpdates);
  const restarted = livePopulation({ ...endless, since: '2026-04-01T09:00:00Z' });
  expect(restarted.until(new Date('2026-04-01T12:00:00Z'), 3)).toEqual(rest.slice(0, 3));
  expect(restarted.until(new Date('2026-04-01T12:00:00Z'))).toEqual(rest.slice(3));
});

test('ninety days of the demo are a few thousand users and come quickly', () => {
  let updates = 0;
  const users = new Set<number>();
  const startedAt = performance.now();
  for (const item of simulatePopulation({ seed: 'demo', from: '2026-01-01', to: '2026-04-01', usersPerDay: 35 })) {
    updates += 1;
    users.add(extractUser(item).id);
  }
  expect(updates).toBeGreaterThan(60_000);
  expect(updates).toBeLessThan(120_000);
  expect(users.size).toBeGreaterThan(3_000);
  expect(users.size).toBeLessThan(6_000);
  // Takes half a second on a small machine; ten times as much is a fault, not a slow neighbour.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
