import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import { defineFeature } from '../feature.ts';
import { createListApiUsers } from './get-users.ts';

type Needs = Platform & { customFields: CustomFields; store: EventStore };

/** The users of a bot for its own code: `get-users` of the public bot API. */
export const getUsers = defineFeature({
  name: 'get-users',
  create: (context: Needs) => ({ offers: { listApiUsers: createListApiUsers(context) } }),
});
