import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { userHash } from '../../platform/outgoing/user-hash.ts';
import { numbersPattern, replaceNumbers } from '../../platform/whole-numbers.ts';
import type { UserData } from '../feature.ts';

/** Actions of colleagues stay in the log; affected users are named by their hashes, which certificates list. */
export const auditData = (db: Kysely<Tables>, sealer: Pick<Sealer, 'hash'>): UserData => ({
  name: 'audit',
  async erase(bot, userIds) {
    const hashes = new Map(userIds.map((id) => [id, userHash(sealer, bot, id)]));
    const rows = await db
      .selectFrom('audit')
      .select(['id', 'detail'])
      .where('bot_key', '=', bot)
      .where(sql<boolean>`detail::text ~ ${numbersPattern(userIds)}`)
      .execute();
    let replaced = 0;
    for (const { id, detail } of rows) {
      const text = JSON.stringify(detail);
      const redactedText = JSON.stringify(replaceIds(detail, hashes));
      if (redactedText === text) continue;
      await db.updateTable('audit').set({ detail: redactedText }).where('id', '=', id).execute();
      replaced += 1;
    }
    return replaced;
  },
});

/** Only numbers and texts that are an id, or name one among other words: numbers of the product's own rows stay. */
function replaceIds(value: unknown, hashes: ReadonlyMap<number, string>, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => replaceIds(one, hashes, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceIds(one, hashes, name)]));
  }
  if (typeof value === 'string') return replaceNumbers(value, (number) => hashes.get(number));
  return typeof value === 'number' && key.startsWith('user') && key !== 'users' ? (hashes.get(value) ?? value) : value;
}
