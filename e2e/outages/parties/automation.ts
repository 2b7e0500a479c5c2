import type { Campaign } from '@botscope/contract';
import { expect } from '@playwright/test';
import { runOnPostgres } from '../../../server/src/platform/metadata/test-postgres.ts';
import { until } from '../../fixtures/server.ts';
import { connectBot } from '../bot.ts';
import { forFailures } from '../failures.ts';
import type { StartParty } from '../party.ts';

const text = 'Here is your deal';
/** Number of steps after which a new user orders. */
const stepsPerUser = 5;
const firstUsers = 2;
const doneMs = 180_000;

/** Messages of which nobody knows whether they arrived. */
const maxUnknown = forFailures(0, {
  'Telegram is away': 6,
  'Telegram is half-open': 40,
  'Telegram answers 502': 6,
  'Telegram answers 502 to messages alone': 6,
  'Telegram does what it is asked, and its answers are lost': 6,
  'the app process is killed': 6,
  'the app process is killed twice': 12,
  'the server is stopped while the app process hangs': 6,
  'the traffic process is killed': 6,
  'the traffic process is killed while the app process hangs': 6,
});

/** An automation: each user who sends a command gets one message. */
export const automationParty: StartParty = async (installation) => {
  const { owner } = installation;
  const bot = await connectBot(installation, { name: 'automation', mode: 'webhook' });
  const root = `/api/bots/${bot.key}/campaigns`;
  const automation = { trigger: { kind: 'event', event: { kind: 'command', name: '/deal' } } };
  const draft = await owner.ask<Campaign>('POST', root, { name: 'Deals', automation });
  const path = `${root}/${draft.campaign_id}`;
  const savedCampaign = await owner.ask<Campaign>('POST', path, { revision: draft.revision, message: { text } });
  await owner.ask<Campaign>('POST', `${path}/run`, { revision: savedCampaign.revision });
  // An event that a clock dates before the start is no trigger: after a start, ten minutes back are too much for it.
  const older = "UPDATE campaigns SET active_since = active_since - interval '1 hour' WHERE campaign_id = $1";
  await runOnPostgres(installation.databaseUrl, older, [draft.campaign_id]);
  const users: number[] = [];
  let steps = 0;
  let before = 0;
  let unknownLimit = 0;
  let counts: Campaign['counts'] | undefined;

  return {
    name: 'automation',
    async begin() {
      before = users.length;
    },
    act() {
      steps += 1;
      if (steps % stepsPerUser !== 0) return;
      const user = bot.newUser();
      bot.says(user, '/deal');
      users.push(user.id);
    },
    hasSeen: () => users.length >= before + firstUsers,
    async finish() {
      await bot.caughtUp();
      await until(async () => {
        const { status, data } = await owner.call('GET', path).catch(() => ({ status: 0, data: null }));
        if (status === 200) ({ counts } = data as Campaign);
        return counts?.total === users.length && counts.waiting === 0;
      }, doneMs).catch(() => {
        throw new Error(`the automation has not reached its ${users.length} users: ${JSON.stringify(counts)}`);
      });
    },
    async check(failure) {
      unknownLimit += maxUnknown(failure);
      const calls = bot.simulated.calls.filter((call) => call.params.text === text && call.status === 200);
      const byUser = Map.groupBy(calls, ({ params }) => Number(params.chat_id));
      const doubled = [...byUser].filter(([, list]) => list.length > 1).map(([id]) => id);
      expect(doubled, 'users who got the automation’s message twice').toEqual([]);
      const { delivered = 0, unknown = 0 } = counts ?? {};
      expect(delivered + unknown, 'no user of the automation is skipped').toBe(users.length);
      expect(unknown, 'unknown messages of the automation').toBeLessThanOrEqual(unknownLimit);
      expect(byUser.size).toBeGreaterThanOrEqual(delivered);
    },
    close: bot.close,
  };
};
