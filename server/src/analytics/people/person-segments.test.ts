import type { SegmentGroup } from '@botscope/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { rollupOf } from '../query/rollup-of.ts';
import { type NamedSegment, segmentContext } from '../query/segments/segment-context.ts';
import { everyTrigger } from '../reports/conversions/test-targets.ts';
import { everySecondRolledUp } from '../reports/test-ingest.ts';
import { generateWorlds, type StoredWorld } from '../reports/test-oracle.ts';
import { testQuery } from '../reports/test-query.ts';
import { startRules } from '../reports/test-world-history.ts';
import { idsOf } from './list-people.ts';
import { loadPersonSegments } from './person-segments.ts';
import { rulesOf } from './test-segments.ts';

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

const settingsOf = ({ world, bot }: StoredWorld, segments: ReadonlyMap<number, NamedSegment>, now: number) =>
  testQuery(
    {
      ...{ type: 'visitors', period: '7d', bot, timeZone: world.odd.zone, targets: everyTrigger },
      ...{ sourceParameter: startRules.sourceParam, segments },
    },
    now,
  );
const everyone = { match: 'all', rules: [] } as const;

test('a person is in the segments that list them, whatever the rules', async () => {
  let members = 0;
  for (const [place, stored] of worlds.entries()) {
    const now = Date.parse(`${stored.world.odd.day}T12:00:00Z`) + 2 * 86_400_000;
    const drawn = fc.sample(rulesOf(stored.world.odd.day), { seed: seed + place, numRuns: segmentsOfWorld });
    const rules = [drawn[0]?.named ?? everyone, ...drawn.map((one) => one.rules)] as SegmentGroup[];
    const segments = new Map<number, NamedSegment>(
      rules.map((own, index) => [index + 1, { name: `Segment ${index}`, kind: 'dynamic', rules: own }]),
    );
    const settings = settingsOf(stored, segments, now);
    const query = { settings, search: '', number: '' };
    const listed = new Map<number, number[]>();
    for (const id of segments.keys()) {
      const itself = { match: 'all', rules: [{ kind: 'segment', segment_id: id, not: false }] } as const;
      for (const user of await idsOf({ store, now: () => now }, { ...query, rules: itself as never })) {
        listed.set(user, [...(listed.get(user) ?? []), id]);
      }
    }
    const context = segmentContext(settings, await rollupOf(store, stored.bot), now);
    for (const person of await idsOf({ store, now: () => now }, { ...query, rules: everyone as never })) {
      const found = [...(await loadPersonSegments({ store }, { bot: stored.bot, person, context }))];
      expect({ place, person, segments: found }).toEqual({ place, person, segments: listed.get(person) ?? [] });
      members += found.length;
    }
  }
  expect(members).toBeGreaterThan(20);
});

test('lists contain whom they were given; rules about what is gone contain nobody', async () => {
  const [stored] = worlds as [StoredWorld];
  const now = Date.parse(`${stored.world.odd.day}T12:00:00Z`);
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
  const settings = settingsOf(stored, segments, now);
  const [person = 0] = await idsOf(
    { store, now: () => now },
    { settings, rules: everyone as never, search: '', number: '' },
  );
  const change = (segmentId: number, isMember: boolean, at: number) =>
    store.changeMembers(stored.bot, { segmentId, source: { userIds: [person] }, isMember, at });
  await change(1, true, now);
  await change(2, true, now);
  await change(2, false, now + 1);

  const context = segmentContext(settings, undefined, now);
  expect([...(await loadPersonSegments({ store }, { bot: stored.bot, person, context }))]).toEqual([1]);
});
