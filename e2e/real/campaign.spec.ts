import type { Campaign } from '@botscope/contract';
import { until } from '../fixtures/server.ts';
import { expectOnce, forEachClient } from './cases.ts';
import type { Mode } from './clients.ts';
import { expect, test } from './real-test.ts';

test.describe.configure({ timeout: 600_000 });

const readers = 60;
const news = 'News of the shop';
const sortIds = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);

test('a campaign at 30 messages a second beside bots that live through us: each update is answered once, in order', async ({
  botscope,
}) => {
  const sendBesideBots = (mode: Mode) =>
    forEachClient(mode, botscope, async (item) => {
      const { run, chatter } = item;
      const users = Array.from({ length: readers }, (_, index) =>
        run.telegram.user({ first_name: `Reader ${index}`, bot: run.bot }),
      );
      for (const user of users) user.sends('/start');
      const user_ids = users.map(({ user }) => user.id);
      const audience = { kind: 'ids', user_ids };
      const ask = <T>(method: 'GET' | 'POST', path: string, body?: object) =>
        botscope.ask(method, `/api/bots/${run.key}${path}`, body) as Promise<T>;
      await until(
        async () => (await ask<{ can_get: number }>('POST', '/campaign-audiences/count', audience)).can_get === readers,
        120_000,
      );
      const { campaign_id } = await ask<Campaign>('POST', '/campaigns', { name: 'News', audience });
      const path = `/campaigns/${campaign_id}`;
      const sendingSettings = { speed: 30, interval_cap: 30 };
      const { revision } = await ask<Campaign>('POST', path, {
        revision: 1,
        message: { text: news },
        sending: sendingSettings,
      });
      let campaign = await ask<Campaign>('POST', `${path}/run`, { revision });
      let rounds = 0;
      // At least a few texts while messages leave; the campaign's end is seen after the texts were answered.
      for (; campaign.status === 'In_progress' || rounds < 3; rounds += 1) {
        chatter.says('anna');
        chatter.says('boris');
        await chatter.echoed();
        campaign = await ask<Campaign>('GET', path);
      }
      expect(campaign).toMatchObject({ status: 'Done', counts: { total: readers, delivered: readers, unknown: 0 } });
      const recipientIds = run.bot.calls
        .filter(({ status, params }) => status === 200 && params.text === news)
        .map(({ params }) => Number(params.chat_id));
      expect(sortIds(recipientIds)).toEqual(sortIds(user_ids));
      expectOnce(item);
    });
  // Each bot has a campaign of its own, which takes two seconds however many there are.
  await Promise.all([sendBesideBots('polling'), sendBesideBots('webhook')]);
});
