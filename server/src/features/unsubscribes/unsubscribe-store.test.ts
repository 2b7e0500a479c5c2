import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { insertBot } from '../campaigns/engine/test-campaigns.ts';
import { createUnsubscribeStore } from './unsubscribe-store.ts';

const bot = 'unsubscriber1';
const noon = Date.UTC(2026, 10, 23, 12);

describe.each(testEngines)('decisions of users on $name', (engine) => {
  const metadata = testMetadata(engine);
  let user = 0;

  it('end with the latest one, in whatever order and however often they come', async () => {
    const { db } = metadata();
    await insertBot(db, bot);
    const store = createUnsubscribeStore(db);
    const decisions = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }).chain((made) => {
      const numbered = made.map((isUnsubscribed, minute) => ({ isUnsubscribed, at: noon + minute * 60_000 }));
      const copies = fc.array(fc.constantFrom(...numbered), { maxLength: 4 });
      return fc.record({
        made: fc.constant(numbered),
        arrived: copies.chain((again) =>
          fc.shuffledSubarray([...numbered, ...again], { minLength: numbered.length + again.length }),
        ),
      });
    });
    await fc.assert(
      fc.asyncProperty(decisions, async ({ made, arrived }) => {
        user += 1;
        for (const decision of arrived)
          await store.change(bot, { ...decision, userId: user, source: 'button', campaignId: null });
        expect((await store.of(bot, [user])).has(user)).toBe(made.at(-1)?.isUnsubscribed);
      }),
      { numRuns: 60 },
    );
  });

  it('keep since when it is so, if the same one is made again', async () => {
    const { db } = metadata();
    const store = createUnsubscribeStore(db);
    const change = (minute: number, isUnsubscribed: boolean) =>
      store.change(bot, {
        userId: 7_000,
        isUnsubscribed,
        at: noon + minute * 60_000,
        source: 'button',
        campaignId: null,
      });
    expect(await change(1, true)).toBe(true);
    expect(await change(3, true)).toBe(false);
    // A return between the two that comes late.
    expect(await change(2, false)).toBe(false);
    expect((await store.of(bot, [7_000])).get(7_000)?.at).toEqual(new Date(noon + 60_000));
    expect(await change(4, false)).toBe(true);
    expect(await store.of(bot, [7_000])).toEqual(new Map());
  });
});
