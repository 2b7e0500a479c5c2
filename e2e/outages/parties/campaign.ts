import type { Campaign } from '@botscope/contract';
import { expect } from '@playwright/test';
import { until } from '../../fixtures/server.ts';
import { connectBot } from '../bot.ts';
import { forFailures, getFailure } from '../failures.ts';
import { createStepper, type StartParty } from '../party.ts';

const recipients = 90;
const speed = 30;
/** A killed process leaves at most this many recipients unknown: docs/reliability.md. */
const maxCallsUnderWay = 50;
/** Under way when the failure comes. */
const firstDelivered = 5;
const countedMs = 60_000;
const doneMs = 180_000;

/** Calls of which nobody knows: those on their way when Telegram was lost and probes, or a batch of a process that was killed. */
const maxUnknown = forFailures(0, {
  'Telegram is away': 12,
  'Telegram is half-open': 40,
  'Telegram answers 502': 12,
  'Telegram answers 502 to messages alone': 12,
  'Telegram does what it is asked, and its answers are lost': 12,
  'the app process is killed': speed,
  'the app process is killed twice': 2 * speed,
  'the server is stopped while the app process hangs': maxCallsUnderWay,
  'the traffic process is killed': speed,
  'the traffic process is killed while the app process hangs': speed,
});
/** The owner is shown why it does not go on. */
const isPaused = forFailures(false, {
  'Telegram is away': true,
  'Telegram is half-open': true,
  'Telegram answers 502': true,
  'Telegram answers 502 to messages alone': true,
  'Telegram does what it is asked, and its answers are lost': true,
});

/** A campaign that runs when the failure comes. */
export const campaignParty: StartParty = async (installation) => {
  const { owner } = installation;
  const bot = await connectBot(installation, { name: 'campaign', mode: 'webhook' });
  const ids = Array.from({ length: recipients }, () => {
    const user = bot.newUser();
    bot.says(user, '/start');
    return user.id;
  });
  const audience = { kind: 'ids', user_ids: ids };
  const root = `/api/bots/${bot.key}`;
  const reachable = () => owner.ask<{ can_get: number }>('POST', `${root}/campaign-audiences/count`, audience);
  await until(async () => (await reachable()).can_get === recipients, countedMs);
  let number = 0;
  let text = '';
  let campaign: Campaign | undefined;
  let wasPaused = false;
  let isOver = true;

  const look = async (): Promise<void> => {
    if (campaign === undefined) return;
    const path = `${root}/campaigns/${campaign.campaign_id}`;
    const { status, data } = await owner.call('GET', path, undefined, 10_000).catch(() => ({ status: 0, data: null }));
    if (status !== 200) return;
    campaign = data as Campaign;
    wasPaused ||= campaign.paused_for === 'outage';
  };
  const stepper = createStepper(look);

  return {
    name: 'campaign',
    async begin(failure) {
      number += 1;
      text = `News ${number}: ${failure}`;
      const newCampaign = await owner.ask<Campaign>('POST', `${root}/campaigns`, { name: text, audience });
      const path = `${root}/campaigns/${newCampaign.campaign_id}`;
      const sendingSettings = { speed, interval_cap: speed };
      const { revision } = await owner.ask<Campaign>('POST', path, {
        revision: newCampaign.revision,
        message: { text },
        sending: sendingSettings,
      });
      campaign = await owner.ask<Campaign>('POST', `${path}/run`, { revision });
      wasPaused = false;
      isOver = false;
      const countSent = () => bot.simulated.calls.filter((call) => call.params.text === text).length;
      await until(async () => countSent() >= firstDelivered, countedMs);
    },
    act() {
      if (!isOver) stepper.act();
    },
    hasSeen: (failure) => !isPaused(failure) || wasPaused,
    async finish() {
      await until(async () => {
        await look();
        return campaign?.status === 'Done';
      }, doneMs).catch(() => {
        const { status, problem, paused_for, counts } = campaign ?? {};
        throw new Error(`the campaign is not done: ${JSON.stringify({ status, problem, paused_for, counts })}`);
      });
      isOver = true;
      await stepper.finished();
      await bot.caughtUp();
    },
    async check(failure) {
      const { counts } = campaign ?? {};
      expect(counts, text).toMatchObject({ total: recipients, waiting: 0, cancelled: 0 });
      const { delivered = 0, unknown = 0 } = counts ?? {};
      const calls = bot.simulated.calls.filter((call) => call.params.text === text && call.status === 200);
      const byUser = Map.groupBy(calls, ({ params }) => Number(params.chat_id));
      const doubled = [...byUser].filter(([, list]) => list.length > 1).map(([id]) => id);
      expect(doubled, `${text}: users who got it twice`).toEqual([]);
      expect(delivered + unknown, `${text}: nobody is skipped`).toBe(recipients);
      expect(unknown, `${text}: unknown`).toBeLessThanOrEqual(maxUnknown(failure));
      expect(byUser.size, `${text}: delivered as Telegram has it`).toBeGreaterThanOrEqual(delivered);
      if (!getFailure(failure).isOfTelegram) expect(wasPaused, `${text}: paused for an outage of Telegram`).toBe(false);
    },
    close: bot.close,
  };
};
