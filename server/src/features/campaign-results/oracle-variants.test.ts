import { outcomeDays } from '@botscope/contract';
import {
  holdOutByCounting,
  type VersionOutcome,
  versionsByCounting,
} from '@botscope/testkit/oracle/campaign-variants.ts';
import type { Question } from '@botscope/testkit/oracle/question.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { everyTrigger } from '../../analytics/reports/conversions/test-targets.ts';
import { allAtOnce, everySecondRolledUp } from '../../analytics/reports/test-ingest.ts';
import { generateWorlds, type StoredWorld } from '../../analytics/reports/test-oracle.ts';
import { drawWorld, listDeliveries, startRules } from '../../analytics/reports/test-world-history.ts';
import { hiddenTexts } from '../../analytics/reports/test-worlds.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { dayMs, hourMs } from '../../platform/time-units.ts';
import { createLoadHoldOut } from './hold-out.ts';
import { createVersionCounts } from './version-counts.ts';

/** Other worlds, or more: change these by hand. */
const seed = Number(process.env.SEED ?? 20_261_125);
const worlds = Number(process.env.WORLDS ?? 12);
const campaignId = 101;

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let store: ThrowawayStore;
const ways: Record<string, StoredWorld[]> = {};
beforeAll(async () => {
  store = await openThrowawayStore();
  ways.raw = await generateWorlds(store, worlds, seed, allAtOnce);
  ways['half rolled up'] = await generateWorlds(store, worlds, seed, everySecondRolledUp);
});
afterAll(() => store.close());

/** Users who got some message when something happened or a little beside it, and users of the control group. */
const campaigns = fc.record({
  days: fc.constantFrom(...outcomeDays),
  recipients: fc.array(
    fc.record({
      /** Event of which the user and the moment are taken. */
      event: fc.nat(200),
      beside: fc.constantFrom(0, 0, -1, 1, -hourMs, hourMs, -2 * dayMs),
      group: fc.constantFrom('delivered', 'delivered', 'delivered', 'refused', 'control'),
      variant: fc.integer({ min: 0, max: 2 }),
      language: fc.constantFrom('', 'ru', 'pt-br'),
    }),
    { minLength: 1, maxLength: 10 },
  ),
});

test.each(['raw', 'half rolled up'])('versions and groups are what counting user by user says (%s)', async (way) => {
  let [replied, converted, leftCount, ofControl] = [0, 0, 0, 0];
  for (const [place, { world, bot, events }] of (ways[way] ?? []).entries()) {
    const users = events.filter(({ userId }) => userId !== 0);
    const [drawn] = fc.sample(campaigns, { seed: seed + place, numRuns: 1 });
    if (users.length === 0 || drawn === undefined) continue;
    const { days, recipients } = drawn;
    const all = recipients.map(({ event, beside, ...attributes }) => {
      const { userId = 0, time = 0 } = users[event % users.length] ?? {};
      return { userId, at: time + beside, ...attributes };
    });
    // Nobody is in both groups.
    const control = [...new Set(all.filter(({ group }) => group === 'control').map(({ userId }) => userId))];
    const sentRecipients = all.filter(({ userId }) => !control.includes(userId));
    const outcomes = [...new Map(sentRecipients.map((one) => [`${one.userId} ${one.at}`, one])).values()].map(
      ({ group, ...one }): VersionOutcome => ({ ...one, isDelivered: group === 'delivered' }),
    );
    const common = { bot, campaignId, reason: '', messageId: 0 };
    await store.writeCampaignOutcomes(bot, [
      ...outcomes.map(({ userId, at, variant, language, isDelivered }) => ({
        ...common,
        userId,
        at,
        variant,
        language,
        status: isDelivered ? ('Done' as const) : ('Error' as const),
      })),
      ...control.map((userId) => ({
        ...common,
        userId,
        at: Date.parse('2024-01-01T00:00Z'),
        status: 'Control' as const,
      })),
    ]);
    const question = { targets: everyTrigger, hiddenCommands: hiddenTexts, rules: startRules } as unknown as Question;
    const query = { question, days, now: 0 };
    const label = `${way}, seed ${seed}, world ${place}, ${days} days\n${drawWorld(world)}\n${JSON.stringify(all)}`;
    const deliveries = listDeliveries(world);

    const request = { bot, campaignId, targets: everyTrigger, hiddenCommands: hiddenTexts };
    const versions = await createVersionCounts({ store })({ ...request, window: days * dayMs });
    const expectedVersions = versionsByCounting(deliveries, outcomes, query);
    const actualVersions = Object.fromEntries(
      versions.map((row) => [
        row.of === 'variant' ? `variant ${row.variant}` : `language ${row.language}`,
        {
          delivered: row.delivered,
          notDelivered: row.not_delivered,
          replied: row.replied,
          payers: row.payers,
          left: row.left,
          targets: [...row.targets]
            .filter(([id, users]) => id !== 0 && users > 0)
            .map(([id, users]) => ({ id, users }))
            .sort((one, other) => one.id - other.id),
        },
      ]),
    );
    expect({ what: label, ...actualVersions }).toEqual({ what: label, ...expectedVersions });

    const groups = await createLoadHoldOut({ store })({ ...request, days });
    const expected = holdOutByCounting(deliveries, outcomes, control, query);
    expect({ what: label, from: groups.from }).toEqual({
      what: label,
      from: expected === null ? null : new Date(expected.from).toISOString(),
    });
    if (expected !== null) {
      expect({ what: label, sizes: [groups.sent, groups.control] }).toEqual({
        what: label,
        sizes: [expected.sent.size, expected.control.size],
      });
      for (const group of ['sent', 'control'] as const) {
        const targets = (groups.targets ?? []).map(({ target_id: id, users }) => ({ id, users: users[group] }));
        expect({ what: label, group, targets: targets.filter(({ users }) => users > 0) }).toEqual({
          what: label,
          group,
          targets: expected[group].targets,
        });
        const amounts = (groups.income?.currencies ?? []).map((one) => [one.currency, one[`${group}_amount`]] as const);
        const inMoney = (list: readonly (readonly [string, number])[]) =>
          Object.fromEntries(list.filter(([, amount]) => amount !== 0));
        expect({ what: label, group, payers: groups.income?.payers[group], amounts: inMoney(amounts) }).toEqual({
          what: label,
          group,
          payers: expected[group].payers,
          amounts: inMoney(Object.entries(expected[group].amounts)),
        });
      }
      ofControl += expected.control.targets.length;
    }
    for (const row of Object.values(expectedVersions)) {
      replied += row.replied;
      converted += row.targets.length;
      leftCount += row.left;
    }
  }
  // Worlds in which nothing comes of a campaign would prove nothing.
  expect(
    [replied, converted, leftCount, ofControl].every((count) => count >= 2),
    `${[replied, converted, leftCount, ofControl]}`,
  ).toBe(true);
});
