import type { SegmentGroup } from '@botscope/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { loadRollup } from '../query/load-rollup.ts';
import { type NamedSegment, segmentContext } from '../query/segments/segment-context.ts';
import { everyTrigger } from '../reports/conversions/test-targets.ts';
import { everySecondRolledUp } from '../reports/test-ingest.ts';
import { generateWorlds, type StoredWorld } from '../reports/test-oracle.ts';
import { testQuery } from '../reports/test-query.ts';
import { startRules } from '../reports/test-world-history.ts';
import { listUserIds } from './list-users.ts';
import { drawRules } from './test-segments.ts';
import { loadUserSegments } from './user-segments.ts';

const seed = 20_261_123;
const segmentsOfWorld = 12;

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let store: ThrowawayStore;
let worlds: StoredWorld[];
beforeAll(async () => {
  store = await openThrowawayStore();
  worlds = await generateWorlds(store, 3, seed, everySecondRolledUp);
});
afterAll(() => store.close());

const buildSettings = ({ world, bot }: StoredWorld, segments: ReadonlyMap<number, NamedSegment>, now: number) =>
  testQuery(
    {
      ...{ type: 'visitors', period: '7d', bot, timeZone: world.odd.zone, targets: everyTrigger },
      ...{ sourceParameter: startRules.sourceParam, segments },
    },
    now,
  );
const everyone = { match: 'all', rules: [] } as const;

test('a user is in the segments that list them, whatever the rules', async () => {
  let members = 0;
  for (const [place, storedWorld] of worlds.entries()) {
    const now = Date.parse(`${storedWorld.world.odd.day}T12:00:00Z`) + 2 * 86_400_000;
    const drawn = fc.sample(drawRules(storedWorld.world.odd.day), { seed: seed + place, numRuns: segmentsOfWorld });
    const rules = [drawn[0]?.named ?? everyone, ...drawn.map((one) => one.rules)] as SegmentGroup[];
    const segments = new Map<number, NamedSegment>(
      rules.map((segmentRules, index) => [
        index + 1,
        { name: `Segment ${index}`, kind: 'dynamic', rules: segmentRules },
      ]),
    );
    const settings = buildSettings(storedWorld, segments, now);
    const query = { settings, search: '', number: '' };
    const idsByUser = new Map<number, number[]>();
    for (const id of segments.keys()) {
      const segmentRule = { match: 'all', rules: [{ kind: 'segment', segment_id: id, not: false }] } as const;
      for (const user of await listUserIds({ store, now: () => now }, { ...query, rules: segmentRule as never })) {
        idsByUser.set(user, [...(idsByUser.get(user) ?? []), id]);
      }
    }
    const context = segmentContext(settings, await loadRollup(store, storedWorld.bot), now);
    for (const user of await listUserIds({ store, now: () => now }, { ...query, rules: everyone as never })) {
      const segmentIds = [...(await loadUserSegments({ store }, { bot: storedWorld.bot, user, context }))];
      expect({ place, user, segments: segmentIds }).toEqual({ place, user, segments: idsByUser.get(user) ?? [] });
      members += segmentIds.length;
    }
  }
  expect(members).toBeGreaterThan(20);
});

test('lists contain whom they were given; rules about what is gone contain nobody', async () => {
  const [storedWorld] = worlds as [StoredWorld];
  const now = Date.parse(`${storedWorld.world.odd.day}T12:00:00Z`);
  const segments = new Map<number, NamedSegment>([
    [1, { name: 'List', kind: 'list' }],
    [2, { name: 'Other list', kind: 'list' }],
    [
      3,
      {
        name: 'Gone',
        kind: 'dynamic',
        rules: { match: 'all', rules: [{ kind: 'field', key: 'gone', is: 'is_set', values: [] }] } as SegmentGroup,
      },
    ],
  ]);
  const settings = buildSettings(storedWorld, segments, now);
  const [user = 0] = await listUserIds(
    { store, now: () => now },
    { settings, rules: everyone as never, search: '', number: '' },
  );
  const change = (segmentId: number, isMember: boolean, timestamp: number) =>
    store.changeMembers(storedWorld.bot, { segmentId, source: { userIds: [user] }, isMember, at: timestamp });
  await change(1, true, now);
  await change(2, true, now);
  await change(2, false, now + 1);

  const context = segmentContext(settings, undefined, now);
  expect([...(await loadUserSegments({ store }, { bot: storedWorld.bot, user, context }))]).toEqual([1]);
});
