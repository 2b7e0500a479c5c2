import type { Platform } from '../../platform/platform.ts';
import { dayMs } from '../../platform/time-units.ts';
import { defineFeature } from '../feature.ts';
import { createPublishIntegrationEvent } from './integration-events.ts';

const keptMs = 7 * dayMs;

/** Events that features publish to integrations: first of all features, so that each of them can. */
export const integrationEvents = defineFeature({
  name: 'integration-events',
  tables: ['integration_events'],
  create({ metadata: { db } }: Platform) {
    return {
      offers: { publishIntegrationEvent: createPublishIntegrationEvent() },
      userData: [
        {
          name: 'integration_events',
          async erase(bot, userIds) {
            const { numDeletedRows } = await db
              .deleteFrom('integration_events')
              .where('bot_key', '=', bot)
              .where('user_id', 'in', [...userIds])
              .executeTakeFirst();
            return Number(numDeletedRows);
          },
        },
      ],
      jobs: [
        {
          name: 'forget-integration-events',
          schedule: '35 3 * * *',
          async run(now) {
            const { numDeletedRows } = await db
              .deleteFrom('integration_events')
              .where('happened_at', '<', new Date(now - keptMs))
              .executeTakeFirst();
            return { events: Number(numDeletedRows) };
          },
        },
      ],
    };
  },
});
