import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { numbersPattern } from '../../platform/whole-numbers.ts';
import type { UserData } from '../feature.ts';

/** A shorter number in a text is a count or a code: Telegram gives users longer ones. */
const shortestId = 10_000;

/** Texts by Telegram or of ours that say what failed, and may name the chat with which it failed. */
const texts: readonly { table: keyof Tables; column: string }[] = [
  { table: 'campaigns', column: 'problem_description' },
  { table: 'campaign_ends', column: 'description' },
  { table: 'user_jobs', column: 'problem_description' },
  { table: 'notifications', column: 'detail' },
];

/** Takes the IDs of users out of these texts; the rest of a text stays. */
export const redactedTexts = (db: Kysely<Tables>): UserData[] =>
  texts.map(({ table, column }) => ({
    name: table,
    async erase(bot, userIds) {
      const ids = userIds.filter((id) => id >= shortestId);
      if (ids.length === 0) return 0;
      const [text, pattern] = [sql.ref(column), numbersPattern(ids)];
      const { numAffectedRows } = await sql`
        UPDATE ${sql.table(table)} SET ${text} = regexp_replace(${text}, ${pattern}, '…', 'g')
        WHERE bot_key = ${bot} AND ${text} ~ ${pattern}`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  }));
