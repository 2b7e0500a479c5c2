import { type CampaignAudience, unknownReasons } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createExcludedOf } from './audience-exclusions.ts';
import { automationWorld, command, onCommand } from './automations/test-automations.ts';
import { createCappedOf } from './capped.ts';

const metadata = testMetadata();
let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const audience = { is_service: false, without_recent_hours: null };
/** Two hours: within them a user gets two messages of the bot. */
const cap = { messages: 2, hours: 2 };

describe('messages that users got', () => {
  it('of a repeating automation, all count towards the limit, the last one and those before it', async () => {
    const one = await automationWorld(metadata().db, store);
    const id = await one.automation({ trigger: onCommand('/buy'), repeat: 'each', pause_hours: 0 });
    const cappedOf = createCappedOf({ db: one.db, settingsOf: () => ({ cap }), clock: one.now });
    const decisions: (string | undefined)[] = [];
    for (const minute of [0, 10, 20, 130, 140, 150]) {
      one.at(minute);
      await one.does(1, command('/buy'));
      await one.look();
      const capped = await cappedOf(one.bot, [1], { campaignId: id, audience } as never);
      decisions.push(capped.get(1));
      await one.deliver(capped.has(1) ? [1] : []);
    }
    expect(decisions).toEqual([undefined, undefined, 'capped', undefined, undefined, 'capped']);
    expect(one.sent.map(({ minute }) => minute)).toEqual([0, 10, 130, 140]);
  });

  it('that may have arrived are taken for received, by limits and by exclusions', async () => {
    const one = await automationWorld(metadata().db, store);
    const id = await one.automation({ trigger: onCommand('/buy'), repeat: 'each', pause_hours: 0 });
    const other = await one.automation({ trigger: onCommand('/other') });
    const reasons = ['blocked', ...unknownReasons];
    const users = reasons.map((_, index) => index + 1);
    for (const user of users) await one.does(user, command('/buy'));
    for (const user of users) await one.does(user, command('/other'));
    await one.look();
    for (const [index, reason] of reasons.entries()) {
      await one.db
        .updateTable('campaign_recipients')
        .set({ status: 'Error', reason, finished_at: new Date(one.now()) })
        .where('campaign_id', '=', id)
        .where('user_id', '=', index + 1)
        .execute();
    }
    const cappedOf = createCappedOf({
      ...{ db: one.db, settingsOf: () => ({ cap: { messages: 1, hours: 2 } }), clock: one.now },
    });
    const mayHave = users.slice(1);
    const capped = await cappedOf(one.bot, users, { campaignId: other, audience } as never);
    expect([...capped].sort()).toEqual(mayHave.map((user) => [user, 'capped']));

    const excludedOf = createExcludedOf({
      ...{ db: one.db, isErased: () => false, now: one.now },
      ...{ mailingExclusions: { of: async () => new Map() }, unsubscribes: { of: async () => new Map() } },
    });
    const left = async (without: Partial<CampaignAudience>) =>
      [...(await excludedOf(one.bot, { ...audience, without_campaigns: [], ...without }, users)).keys()].sort();
    expect(await left({ without_campaigns: [id] })).toEqual(mayHave);
    expect(await left({ without_recent_hours: 1 })).toEqual(mayHave);
  });
});
