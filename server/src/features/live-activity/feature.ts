import { api, type LiveActivity, mayRead, opens, type Permissions } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import { createLiveActivity } from './live-activity.ts';

/** Live view of the activity in a bot. */
export const liveActivity = defineFeature({
  name: 'live-activity',
  create: ({ store }: { store: EventStore }) => ({
    routes: (http) => registerLiveActivity(http, { liveActivity: createLiveActivity({ store, now: Date.now }) }),
  }),
});

export function registerLiveActivity(
  http: Http<BotRow>,
  { liveActivity }: { liveActivity: (bot: string) => Promise<LiveActivity> },
): void {
  http.on(api.liveActivity, async ({ bot, permissions }) => {
    // It counts visitors: a member with another single report alone may not see them.
    if (!mayRead(permitted(permissions), 'visitors')) throw new AppError('AccessDenied');
    return visibleTo(permitted(permissions), await liveActivity(permitted(bot).key));
  });
}

/** Names belong to the list of users, commands and buttons to their report. */
function visibleTo(permissions: Permissions, activity: LiveActivity): LiveActivity {
  const names = opens(permissions, 'section.users.list');
  const commands = mayRead(permissions, 'user_commands_stat');
  const events = activity.events.map((event) => ({
    ...event,
    name: commands ? event.name : '',
    user: names ? event.user : null,
  }));
  return { ...activity, events };
}
