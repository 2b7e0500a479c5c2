import type { Kysely } from 'kysely';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Platform } from '../../platform/platform.ts';
import { listColleagues } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { UserData } from '../feature.ts';
import { defineFeature } from '../feature.ts';
import { registerUserNotes } from './user-note-routes.ts';
import { createUserNotes } from './user-notes.ts';

/** Rows that are erased with a user. */
export const noteData = (db: Kysely<Tables>): readonly UserData[] =>
  (['user_notes', 'responsible_colleagues'] as const).map((name) => ({
    name,
    async erase(bot, userIds) {
      const { numDeletedRows } = await db
        .deleteFrom(name)
        .where('bot_key', '=', bot)
        .where('user_id', 'in', [...userIds])
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  }));

/** Notes of colleagues about a bot user, and the colleague who looks after that user. */
export const userNotes = defineFeature({
  name: 'user-notes',
  tables: ['user_notes', 'responsible_colleagues'],
  create({ metadata, recordAudit, store }: Platform & { recordAudit: RecordAudit; store: EventStore }) {
    const notes = createUserNotes({ metadata });
    return {
      offers: { userNotes: notes },
      userData: noteData(metadata.db),
      routes: (http) =>
        registerUserNotes(http, {
          notes,
          knows: async (bot, userId) => (await loadKnownUsers(store, bot, [userId])).has(userId),
          colleaguesOf: (bot) => listColleagues(metadata.db, bot),
          namesOf: createAccountNames(metadata.db),
          record: recordAudit,
        }),
      jobs: [
        {
          name: 'forget-removed-notes',
          schedule: '25 1 * * *',
          run: async () => ({ notes: await notes.forgetRemoved() }),
        },
      ],
    };
  },
});
