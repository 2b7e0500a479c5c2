import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import { grantsReader } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { historyLock } from '../bot-settings/bot-settings.ts';
import { defineFeature } from '../feature.ts';
import type { Instances } from '../instances/instances.ts';
import { registerBots } from './bot-routes.ts';
import { createBots } from './bots.ts';

type Needs = Platform & { recordAudit: RecordAudit; store: EventStore; instances: Instances };

/** Bots, their keys and their secrets. */
export const bots = defineFeature({
  name: 'bots',
  tables: ['bots'],
  create({ bus, config, instances, logger, metadata, recordAudit, store }: Needs) {
    const bots = createBots({ metadata, secret: config.appSecret, logger, bus });
    // The lock keeps the deletion apart from a second reading of the bot's launches: its copies would outlive the bot.
    const forget = (key: string) => metadata.withLock(historyLock(key), () => store.deleteBot(key));
    return {
      offers: { bots },
      routes: (http) => registerBots(http, { bots, grantsOf: grantsReader(metadata.db), record: recordAudit }),
      jobs: [
        {
          name: 'forget-removed-bots',
          schedule: '*/10 * * * *',
          run: async () => ({ bots: await bots.forgetRemoved(forget, instances.haveStored) }),
        },
      ],
      close: bots.close,
    };
  },
});
