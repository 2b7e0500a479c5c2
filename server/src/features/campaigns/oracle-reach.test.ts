import { type BotUser, CampaignAudience, type SegmentCondition } from '@botscope/contract';
import { shiftDay } from '@botscope/testkit/oracle/calendar.ts';
import { type CampaignAttempt, chatStatesByCounting } from '@botscope/testkit/oracle/chat-states.ts';
import type { Question } from '@botscope/testkit/oracle/question.ts';
import { reachByCounting } from '@botscope/testkit/oracle/reach.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { generateWorlds, type StoredWorld } from '../../analytics/reports/test-oracle.ts';
import { testQuery } from '../../analytics/reports/test-query.ts';
import { drawWorld, listDeliveries, startRules } from '../../analytics/reports/test-world-history.ts';
import { eachUsers, listUserIds } from '../../analytics/users/list-users.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { hourMs } from '../../platform/time-units.ts';
import { createAudiences } from './audience.ts';

/** Other worlds, or more: change these by hand. */
const seed = Number(process.env.SEED ?? 20_261_127);
const worldCount = Number(process.env.WORLDS ?? 16);

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let store: ThrowawayStore;
let worlds: StoredWorld[];
beforeAll(async () => {
  store = await openThrowawayStore();
  worlds = await generateWorlds(store, worldCount, seed);
});
afterAll(() => store.close());

const reasons = ['delivered', 'blocked', 'deactivated', 'cannot_initiate', 'chat_not_found', 'no_answer'] as const;
/** Outcomes of a campaign: when something happened to its recipient, or a little beside. */
const attempts = fc.array(
  fc.record({
    event: fc.nat(200),
    beside: fc.constantFrom(-1, 1, -hourMs, hourMs, 30 * 24 * hourMs),
    is: fc.constantFrom(...reasons),
  }),
  { maxLength: 5 },
);
async function flat<Item>(chunks: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const chunk of chunks) all.push(...chunk);
  return all;
}

const states = ['open', 'never_opened', 'blocked', 'deleted'] as const;

test('audiences, the list of users and segments say of each private chat what looking at each user alone says', async () => {
  const sizes = { canGet: 0, left: 0, neverStarted: 0 };
  for (const [place, { world, bot, events }] of worlds.entries()) {
    const users = events.filter(({ userId }) => userId !== 0);
    if (users.length === 0) continue;
    const [drawn = []] = fc.sample(attempts, { seed: seed + place, numRuns: 1 });
    const campaignAttempts = drawn.map(({ event, beside, is }): CampaignAttempt => {
      const { userId = 0, time = 0 } = users[event % users.length] ?? {};
      return { userId, at: time + beside, is };
    });
    for (const [index, { userId, at, is }] of campaignAttempts.entries()) {
      const status = is === 'delivered' ? 'Done' : 'Error';
      const outcome = { campaignId: 101 + index, userId, status, reason: status === 'Done' ? '' : is } as const;
      await store.writeCampaignOutcomes(bot, [{ bot, ...outcome, at, messageId: 0 }]);
    }

    const day = shiftDay(world.odd.day, 60);
    const now = Date.parse(`${day}T12:00:00Z`);
    const deps = { store, now: () => now };
    const settings = testQuery({ type: 'visitors', period: '7d', bot, timeZone: 'UTC' }, now);
    const question = { type: 'visitors', from: day, to: day, zone: 'UTC', targets: [], rules: startRules };
    const deliveries = listDeliveries(world);
    const expectedReach = reachByCounting(deliveries, question as unknown as Question, campaignAttempts);
    const chats = chatStatesByCounting(deliveries, startRules, campaignAttempts);
    const everyone = [...expectedReach.canGet, ...expectedReach.left, ...expectedReach.neverStarted].sort(
      (one, other) => one - other,
    );
    const label = `seed ${seed}, world ${place}\n${drawWorld(world)}\n${JSON.stringify(campaignAttempts)}`;

    const audiences = createAudiences({ ...deps, settingsOf: async () => settings, excludedOf: async () => new Map() });
    const audience = z.parse(CampaignAudience, { kind: 'all' });
    const { can_get, left, never_started } = await audiences.count({ bot, audience, timeZone: 'UTC' });
    expect({ what: label, can_get, left, never_started }).toEqual({
      what: label,
      can_get: expectedReach.canGet.length,
      left: expectedReach.left.length,
      never_started: expectedReach.neverStarted.length,
    });
    const recipients = audiences.of({ bot, campaignId: 1, audience, timeZone: 'UTC' }, 0);
    expect({ what: label, sent: await flat(recipients) }).toEqual({ what: label, sent: expectedReach.canGet });

    const query = (rules: SegmentCondition[]) => ({
      settings,
      search: '',
      number: '',
      rules: { match: 'all' as const, rules },
    });
    const listedUsers = await flat<BotUser>(eachUsers(deps, query([]), ['chat']));
    expect({ what: label, listed: listedUsers.map(({ user_id, chat }) => [user_id, chat]) }).toEqual({
      what: label,
      listed: everyone.map((id) => [id, chats.get(id) ?? 'never_opened']),
    });
    for (const state of states) {
      for (const isNegated of [false, true]) {
        const foundIds = await listUserIds(
          deps,
          query([{ kind: 'property', property: 'chat', not: isNegated, values: [state] }]),
        );
        const expected = everyone.filter((id) => ((chats.get(id) ?? 'never_opened') === state) !== isNegated);
        expect({ what: label, state, not: isNegated, found: foundIds }).toEqual({
          what: label,
          state,
          not: isNegated,
          found: expected,
        });
      }
    }
    sizes.canGet += expectedReach.canGet.length;
    sizes.left += expectedReach.left.length;
    sizes.neverStarted += expectedReach.neverStarted.length;
  }
  // Worlds in which every chat is open would prove nothing.
  expect(
    Object.values(sizes).every((size) => size > worldCount / 8),
    JSON.stringify(sizes),
  ).toBe(true);
});
