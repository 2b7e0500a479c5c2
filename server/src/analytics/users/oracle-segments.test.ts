import {
  type SegmentCondition,
  type SegmentGroup,
  type SegmentRules,
  unsubscribeReasonFilters,
} from '@botscope/contract';
import { shiftDay } from '@botscope/testkit/oracle/calendar.ts';
import type { Question } from '@botscope/testkit/oracle/question.ts';
import { selectByCounting } from '@botscope/testkit/oracle/segments.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { unsubscribedSegmentId } from '../../events/store/segment-members.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import type { NamedSegment } from '../query/segments/segment-context.ts';
import { everyTrigger } from '../reports/conversions/test-targets.ts';
import { allAtOnce, everySecondRolledUp } from '../reports/test-ingest.ts';
import { generateWorlds, type StoredWorld } from '../reports/test-oracle.ts';
import { testQuery } from '../reports/test-query.ts';
import { drawWorld, listDeliveries, startRules } from '../reports/test-world-history.ts';
import { hiddenTexts } from '../reports/test-worlds.ts';
import { listUserIds } from './list-users.ts';
import { type DrawnRules, drawRules, list } from './test-segments.ts';

/** Other worlds, or more: change these by hand. */
const seed = Number(process.env.SEED ?? 20_261_123);
const worlds = byRunLength({ regular: 16, long: 40 });
const segmentsOfWorld = Number(process.env.SEGMENTS ?? 4);

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let store: ThrowawayStore;
const ways: Record<string, StoredWorld[]> = {};
beforeAll(async () => {
  store = await openThrowawayStore();
  ways.raw = await generateWorlds(store, worlds, seed, allAtOnce);
  ways['half rolled up'] = await generateWorlds(store, worlds, seed, everySecondRolledUp);
});
afterAll(() => store.close());

test.each(['raw', 'half rolled up'])(
  'random segments of random worlds are what looking at each user alone says (%s)',
  async (way) => {
    for (const [place, { world, bot }] of (ways[way] ?? []).entries()) {
      const deliveries = listDeliveries(world);
      const drawn = fc.sample(drawRules(world.odd.day), { seed: seed + place, numRuns: segmentsOfWorld });
      const subscriptions = await decide(bot, deliveries, drawn[0]?.decisions ?? []);
      for (const [index, { rules, named, days, model, hides }] of drawn.entries()) {
        const now = Date.parse(`${shiftDay(world.odd.day, days)}T12:00:00Z`);
        const hiddenCommands = hides ? hiddenTexts : [];
        const settings = testQuery(
          {
            type: 'visitors',
            period: '7d',
            bot,
            timeZone: world.odd.zone,
            model,
            hiddenCommands,
            targets: everyTrigger,
            sourceParameter: startRules.sourceParam,
            segments: new Map<number, NamedSegment>([
              [1, { name: 'Named', kind: 'dynamic', rules: named as SegmentGroup }],
            ]),
          },
          now,
        );
        const storeUsers = await listUserIds(
          { store, now: () => now },
          { settings, rules: rules as SegmentRules, search: '', number: '' },
        );
        const today = new Intl.DateTimeFormat('sv-SE', { timeZone: world.odd.zone }).format(now);
        const question = {
          type: 'visitors',
          from: today,
          to: today,
          zone: world.odd.zone,
          model,
          hiddenCommands,
          targets: everyTrigger,
          rules: startRules,
        } as unknown as Question;
        const countedUsers = selectByCounting(deliveries, rules, {
          ...{ question, subscriptions },
          segments: new Map([[1, named]]),
        });
        const label = `${way}, seed ${seed}, world ${place}, segment ${index}, as of ${today}\n${drawWorld(world)}\n${JSON.stringify({ rules, named }, null, 1)}`;
        expect({ what: label, users: storeUsers }).toEqual({ what: label, users: countedUsers });
      }
    }
  },
);

/** Stores what users of a world decided about mailings, in no order. */
async function decide(bot: string, deliveries: ReturnType<typeof listDeliveries>, decisions: DrawnRules['decisions']) {
  const question = { rules: startRules, to: '2030-01-01', zone: 'UTC' } as unknown as Question;
  const users = selectByCounting(deliveries, { match: 'all', rules: [] }, { question, segments: new Map() });
  const memberChanges = decisions.flatMap(({ place, at, reason }) => {
    const userId = users[place % users.length];
    return userId === undefined ? [] : [{ userId, at: at * 10 + place, reason }];
  });
  for (const reason of unsubscribeReasonFilters) {
    for (const [isMember, some] of Map.groupBy(memberChanges, (one) => one.reason === reason)) {
      await store.changeMembers(bot, {
        segmentId: unsubscribedSegmentId(reason),
        source: { userIds: some.map(({ userId }) => userId) },
        isMember,
        at: some.map(({ at }) => at),
      });
    }
  }
  return memberChanges;
}

test('a list is a condition', async () => {
  const [one] = ways.raw ?? [];
  const bot = one?.bot ?? '';
  const now = Date.parse('2030-01-01T00:00:00Z');
  const settings = testQuery({ type: 'visitors', period: '7d', bot, segments: list(7) }, now);
  const query = (isNegated: boolean) => {
    const condition: SegmentCondition = { kind: 'segment', segment_id: 7, not: isNegated };
    return listUserIds(
      { store, now: () => now },
      { settings, rules: { match: 'all', rules: [condition] }, search: '', number: '' },
    );
  };
  const everyone = await listUserIds(
    { store, now: () => now },
    { settings, rules: { match: 'all', rules: [] }, search: '', number: '' },
  );
  const [first = 0, second = 0] = everyone;

  await store.changeMembers(bot, { segmentId: 7, source: { userIds: [first, second, 9] }, isMember: true, at: 1 });
  await store.changeMembers(bot, { segmentId: 7, source: { userIds: [second] }, isMember: false, at: 2 });
  // Another list, and an older change that arrives late.
  await store.changeMembers(bot, { segmentId: 8, source: { userIds: everyone }, isMember: true, at: 3 });
  await store.changeMembers(bot, { segmentId: 7, source: { userIds: [second] }, isMember: true, at: 1 });

  expect(await query(false)).toEqual([first]);
  expect(await query(true)).toEqual(everyone.slice(1));
});
