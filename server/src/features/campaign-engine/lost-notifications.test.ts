import { randomUUID } from 'node:crypto';
import type { NotificationContent } from '@botscope/contract';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createLocalBus } from '../../platform/bus/bus.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createNotifications } from '../notifications/notifications.ts';
import { createNotifyEnds } from './notify-ends.ts';
import { createRunningCampaigns } from './running-campaigns.ts';
import { insertBot, insertCampaign } from './test-campaigns.ts';

const logger = pino({ level: 'silent' });
const noon = Date.UTC(2026, 10, 23, 12);

describe.each(testEngines)('the end of campaigns on $name', (engine) => {
  const metadata = testMetadata(engine);
  let bots = 0;

  async function world() {
    bots += 1;
    const bot = `ends${String(bots).padStart(9, '0')}`;
    const { db } = metadata();
    await insertBot(db, bot);
    let now = noon;
    const mails: string[] = [];
    const notifications = createNotifications({
      metadata: metadata(),
      bus: createLocalBus(),
      publicUrl: 'https://stats.example',
      logger,
      attempts: { take: async () => undefined },
      telegram: null,
      now: () => now,
      mailer: { send: async ({ subject }) => void mails.push(subject) },
    });
    await db.updateTable('accounts').set({ email_verified: true }).where('id', '=', 'ann').execute();
    await notifications.choose('ann', { kind: 'campaign', methods: ['app', 'email'] });
    const notifier = (notify = notifications.notify) =>
      createNotifyEnds({ db, notifications: { notify }, logger, instance: randomUUID(), clock: () => now });
    return {
      db,
      bot,
      mails,
      notifications,
      notifier,
      running: createRunningCampaigns(db),
      pass(ms: number): void {
        now += ms;
      },
      pending: async (): Promise<number> =>
        (await db.selectFrom('campaign_ends').select('end_id').where('bot_key', '=', bot).execute()).length,
      items: async () => {
        const { items } = await notifications.list('ann', { kind: 'campaign' });
        return items.filter(({ bot_key }) => bot_key === bot).map(({ code, detail }) => `${code}: ${detail}`);
      },
    };
  }

  it('is notified of although the process died before, and once', async () => {
    const one = await world();
    const ids = [await insertCampaign(one.db, one.bot, {}), await insertCampaign(one.db, one.bot, {})];
    await one.running.fail(ids, 'TelegramRefused', 'Bad Request: too bad');
    // It does not end twice.
    await one.running.fail(ids, 'TelegramRefused', 'Bad Request: too bad');
    expect(await one.pending()).toBe(2);

    // Killed before anything was stored.
    const killed = async (): Promise<void> => {
      throw new Error('killed');
    };
    await expect(one.notifier(killed).notifyAll(one.bot)).rejects.toThrow('killed');
    expect([await one.items(), await one.pending()]).toEqual([[], 2]);
    // Another process leaves them to it for a minute.
    expect(await one.notifier().notifyAll(one.bot)).toBe(0);
    one.pass(61_000);

    // Killed after it was stored, and before that was noted.
    const killedAfter = async (account: string, content: NotificationContent, key?: string): Promise<void> => {
      await one.notifications.notify(account, content, key);
      throw new Error('killed');
    };
    await expect(one.notifier(killedAfter).notifyAll(one.bot)).rejects.toThrow('killed');
    const words = ['failed: News, News: Bad Request: too bad'];
    expect([await one.items(), await one.pending(), one.mails.length]).toEqual([words, 2, 1]);
    one.pass(61_000);
    // A third campaign has ended meanwhile: it is a notification of its own, and the first one stays one.
    await one.running.fail([await insertCampaign(one.db, one.bot, {})], 'TelegramRefused', 'Bad Request: too bad');
    expect(await one.notifier().notifyAll(one.bot)).toBe(2);
    expect(await one.items()).toEqual(['failed: News: Bad Request: too bad', ...words]);
    expect([await one.pending(), one.mails.length]).toEqual([0, 2]);
    expect(await one.notifier().notifyAll(one.bot)).toBe(0);
  });

  it('says that an automation was paused', async () => {
    const one = await world();
    await one.running.fail([await insertCampaign(one.db, one.bot, {})], 'CampaignNotReady', '', 'paused');
    const ends = one.notifier();
    ends.onEnd(one.bot);
    await ends.settled();
    expect(await one.items()).toEqual(['paused: News']);
  });
});
