import type { EventStore } from '../../events/store/event-store.ts';
import { defineFeature } from '../feature.ts';
import { createLiveActivity } from './live-activity.ts';
import { registerLiveActivity } from './live-activity-routes.ts';

/** Live view of the activity in a bot. */
export const liveActivity = defineFeature({
  name: 'live-activity',
  create: ({ store }: { store: EventStore }) => ({
    routes: (http) => registerLiveActivity(http, { liveActivity: createLiveActivity({ store, now: Date.now }) }),
  }),
});
