import { CampaignSending } from '@botscope/contract';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { RunningCampaign } from './running-campaigns.ts';
import { createStarWatch } from './star-watch.ts';

const campaign = (
  campaignId: number,
  waitingCount: number,
  sendingOptions: z.input<typeof CampaignSending>,
): RunningCampaign => ({
  campaignId,
  waiting: waitingCount,
  isPrepared: true,
  isAutomation: false,
  revision: 1,
  preparedUntil: 0,
  pausedUntil: null,
  pausedFor: null,
  startedAt: 0,
  decideAt: null,
  winner: null,
  sending: z.parse(CampaignSending, sendingOptions),
});
const fast = { is_paid: true, speed: 300, interval_cap: 300 };

function watch(balance: () => Promise<number>) {
  const state = { now: 0, looks: 0, errors: 0, short: [] as number[] };
  const stars = createStarWatch({
    balance: () => {
      state.looks += 1;
      return balance();
    },
    onShort: async (id) => void state.short.push(id),
    onError: () => {
      state.errors += 1;
    },
    now: () => state.now,
  });
  return { state, stars };
}

it('stops the campaigns whose next minute the Stars do not pay, looking once a minute', async () => {
  // A minute of a campaign at 300 a second costs 1,620 Stars.
  const { state, stars } = watch(async () => 20_000);
  const campaigns = [campaign(1, 1_000_000, fast), campaign(2, 1_000_000, fast), campaign(3, 1_000_000, { speed: 30 })];
  stars.check(campaigns);
  await stars.settled();
  expect(state.short).toEqual([2]);
  state.now = 59_999;
  stars.check(campaigns);
  await stars.settled();
  expect(state.looks).toBe(1);
  state.now = 60_000;
  stars.check(campaigns);
  await stars.settled();
  expect(state.looks).toBe(2);
});

it('asks nothing without a paid campaign, and stops nothing where the balance is unknown', async () => {
  const { state, stars } = watch(async () => {
    throw new Error('away');
  });
  stars.check([campaign(1, 10, { speed: 30 }), campaign(2, 0, fast)]);
  await stars.settled();
  expect(state.looks).toBe(0);
  stars.check([campaign(1, 1_000_000, fast)]);
  await stars.settled();
  expect([state.looks, state.errors, state.short]).toEqual([1, 1, []]);
});

it('a campaign that is nearly done needs Stars for those who wait alone', async () => {
  const { state, stars } = watch(async () => 90);
  stars.check([campaign(1, 100, fast)]);
  await stars.settled();
  expect(state.short).toEqual([]);
});
