import { outcomeDays } from '@botscope/contract';
import { outcomesByCounting, type RecipientOutcome } from '@botscope/testkit/oracle/campaign-outcomes.ts';
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
import { createOutcomeWindows } from './outcome-windows.ts';

/** Other worlds, or more: change these by hand. */
const seed = Number(process.env.SEED ?? 20_261_124);
const worlds = Number(process.env.WORLDS ?? 16);
const campaignsOfWorld = 2;

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let store: ThrowawayStore;
const ways: Record<string, StoredWorld[]> = {};
beforeAll(async () => {
  store = await openThrowawayStore();
  ways.raw = await generateWorlds(store, worlds, seed, allAtOnce);
  ways['half rolled up'] = await generateWorlds(store, worlds, seed, everySecondRolledUp);
});
afterAll(() => store.close());

/** Campaigns that reached users when something happened, a window before it, or a little beside either. */
const campaigns = fc.record({
  days: fc.constantFrom(...outcomeDays),
  /** The present moment, from the first delivery on. */
  sinceFirst: fc.integer({ min: 0, max: 40 * 24 }).map((hours) => hours * hourMs),
  attempts: fc.array(
    fc.record({
      /** Event of which the user and the moment are taken. */
      event: fc.nat(200),
      windowsBefore: fc.constantFrom(0, 0, 1),
      beside: fc.constantFrom(0, 0, 0, -1, 1, -hourMs, hourMs, -2 * dayMs),
      isDelivered: fc.constantFrom(true, true, true, false),
    }),
    { maxLength: 8 },
  ),
});

test.each(['raw', 'half rolled up'])(
  'outcomes of random campaigns in random worlds are what counting user by user says (%s)',
  async (way) => {
    let [replies, payments, reached] = [0, 0, 0];
    for (const [place, { world, bot, events }] of (ways[way] ?? []).entries()) {
      const userEvents = events.filter(({ userId }) => userId !== 0);
      if (userEvents.length === 0) continue;
      const drawn = fc.sample(campaigns, { seed: seed + place, numRuns: campaignsOfWorld });
      for (const [index, { days, sinceFirst, attempts }] of drawn.entries()) {
        const campaignId = 101 + index;
        const outcomes = attempts.map(({ event, windowsBefore, beside, isDelivered }): RecipientOutcome => {
          const { userId = 0, time = 0 } = userEvents[event % userEvents.length] ?? {};
          return { userId, isDelivered, at: time + beside - windowsBefore * days * dayMs };
        });
        // The store prefers the delivery if two outcomes are in one millisecond; no user gets two.
        const distinctOutcomes = [...new Map(outcomes.map((one) => [`${one.userId} ${one.at}`, one])).values()];
        await store.writeCampaignOutcomes(
          bot,
          distinctOutcomes.map(({ userId, isDelivered, at }) => ({
            bot,
            campaignId,
            userId,
            at,
            messageId: 0,
            ...(isDelivered ? { status: 'Done', reason: '' } : { status: 'Error', reason: 'no_answer' }),
          })),
        );
        const now =
          Math.min(...distinctOutcomes.map(({ at }) => at), Date.parse(`${world.odd.day}T00:00:00Z`)) + sinceFirst;
        const windows = createOutcomeWindows({ store, now: () => now });
        const request = { bot, campaignId, days, targets: everyTrigger, hiddenCommands: hiddenTexts };
        const users = (outcome: string) => windows.users({ ...request, outcome, after: 0, limit: 100 });

        const question = { targets: everyTrigger, hiddenCommands: hiddenTexts, rules: startRules };
        const expectedOutcomes = outcomesByCounting(listDeliveries(world), distinctOutcomes, {
          question: question as unknown as Question,
          days,
          now,
        });
        const label = `${way}, seed ${seed}, world ${place}, campaign ${index}, ${days} days\n${drawWorld(world)}\n${JSON.stringify(distinctOutcomes)}`;
        const { income, targets, ...loadedCounts } = await windows.load(request);
        expect({ what: label, ...loadedCounts }).toEqual({
          what: label,
          days,
          delivered: expectedOutcomes.delivered,
          running: expectedOutcomes.running,
          replied: expectedOutcomes.replied.length,
        });
        expect({
          what: label,
          payers: income?.payers,
          currencies: income?.currencies.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
        }).toEqual({
          what: label,
          payers: expectedOutcomes.payers.length,
          currencies: expectedOutcomes.currencies.map((one) => ({ ...one, payers: one.payers.length })),
        });
        expect({
          what: label,
          targets: targets?.flatMap(({ target_id: id, users: count, conversions }) =>
            conversions === 0 && count === 0 ? [] : [{ id, users: count, conversions }],
          ),
        }).toEqual({
          what: label,
          targets: expectedOutcomes.targets.map((one) => ({ ...one, users: one.users.length })),
        });

        expect({ what: label, replied: await users('replied') }).toEqual({
          what: label,
          replied: expectedOutcomes.replied,
        });
        expect({ what: label, paid: await users('paid') }).toEqual({ what: label, paid: expectedOutcomes.payers });
        for (const { currency, payers } of expectedOutcomes.currencies.slice(0, 2))
          expect({ what: label, currency, payers: await users(`paid:${currency}`) }).toEqual({
            what: label,
            currency,
            payers,
          });
        for (const { id, users: converted } of expectedOutcomes.targets.slice(0, 3))
          expect({ what: label, id, users: await users(`target:${id}`) }).toEqual({
            what: label,
            id,
            users: converted,
          });
        replies += expectedOutcomes.replied.length;
        payments += expectedOutcomes.payers.length;
        reached += expectedOutcomes.targets.length;
      }
    }
    // Worlds in which nothing comes of a campaign would prove nothing.
    expect([replies, payments, reached].every((count) => count >= worlds / 4)).toBe(true);
  },
);
