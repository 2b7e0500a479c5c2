import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BotSends } from '../bot-sends/bot-sends.ts';
import { defineFeature } from '../feature.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { ScoresOf, SendingPorts } from './engine-deps.ts';
import { createNotifyEnds } from './notify-ends.ts';
import { createLedger } from './recipients/ledger.ts';
import { createCampaignSender } from './run-campaigns.ts';

type Needs = Platform & {
  botSends: BotSends;
  campaignScores: ScoresOf;
  campaignSending: SendingPorts;
  notifications: Notifications;
  store: EventStore;
};

/** Sends campaigns and changes sent messages, and keeps what becomes of each recipient. */
export const campaignEngine = defineFeature({
  name: 'campaign-engine',
  tables: [
    'campaign_recipients',
    'campaign_control_group',
    'campaign_senders',
    'campaign_user_times',
    'campaign_zones',
    'campaign_ends',
  ],
  create({ botSends, bus, campaignScores, campaignSending, config, instanceId, logger, metadata, ...rest }: Needs) {
    const { notifications, store } = rest;
    const { db } = metadata;
    const ends = createNotifyEnds({ db, notifications, logger, instance: instanceId });
    const sender = createCampaignSender({
      ...campaignSending,
      db,
      logger,
      instance: instanceId,
      maxSpeed: config.mailingMaxSpeed,
      botSends,
      scoresOf: campaignScores,
      onEnd: ends.onEnd,
      async writeOutcomes(outcomes) {
        for (const [bot, botOutcomes] of Map.groupBy(outcomes, (outcome) => outcome.bot))
          await store.writeCampaignOutcomes(bot, botOutcomes);
      },
    });
    return {
      offers: { onCampaignEnd: ends.onEnd, wakeCampaignSender: sender.wake },
      /** The automations erase the recipients, after the triggers that make new ones. */
      userData: [{ name: 'campaign_control_group', erase: createLedger(db).eraseControlGroup }],
      jobs: [
        {
          name: 'notify-campaign-ends',
          schedule: '* * * * *',
          run: async () => ({ notifications: await ends.notifyAll() }),
        },
      ],
      start() {
        const work = sender.start();
        const stopListening = bus.subscribe('campaigns-changed', ({ key }) => {
          if (key !== null) sender.wake(key);
        });
        return {
          async close() {
            stopListening();
            await work.close();
            await ends.settled();
          },
        };
      },
    };
  },
});
