import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { UserData } from '../feature.ts';
import type { MessageFiles } from './message-files.ts';
import { contentOf } from './present-message.ts';

/**
 * Messages to users, and their files that wait to be sent, first: the messages name them. A file of another process has no
 * row any more; that process deletes it within two hours.
 */
export function messageData(db: Kysely<Tables>, files: Pick<MessageFiles, 'remove'>): UserData[] {
  return [
    {
      name: 'message_files',
      async erase(bot, userIds) {
        const rows = await db
          .selectFrom('messages')
          .select('content')
          .where('bot_key', '=', bot)
          .where('user_id', 'in', userIds)
          .execute();
        const uploads = new Set(rows.flatMap((row) => contentOf(row).media?.upload ?? []));
        for (const upload of uploads) await files.remove(upload);
        return uploads.size;
      },
    },
    {
      name: 'messages',
      async erase(bot, userIds) {
        const { numDeletedRows } = await db
          .deleteFrom('messages')
          .where('bot_key', '=', bot)
          .where((eb) => eb.or([eb('user_id', 'in', userIds), eb('chat_id', 'in', userIds)]))
          .executeTakeFirst();
        return Number(numDeletedRows);
      },
    },
  ];
}
