import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { numbersPattern, replaceNumbers } from '../../platform/whole-numbers.ts';
import type { PersonData } from '../feature.ts';

/**
 * What is shown of uploaded files that name a user: the first lines, the rejected ones, and the report of them. A file
 * itself is deleted once it is read, or after a day; what it says about erased people is not stored.
 */
export function uploadData(db: Kysely<Tables>): PersonData[] {
  return [
    {
      name: 'uploads',
      async erase(bot, userIds) {
        const pattern = numbersPattern(userIds);
        const { numUpdatedRows } = await db
          .updateTable('uploads')
          .set({ preview: '[]', rejected_rows: '[]' })
          .where('bot_key', '=', bot)
          .where(sql<boolean>`(preview::text ~ ${pattern} OR rejected_rows::text ~ ${pattern})`)
          .executeTakeFirst();
        return Number(numUpdatedRows);
      },
    },
    {
      name: 'upload_reports',
      async erase(bot, userIds) {
        const [ids, named] = [new Set(userIds), new Set<string>()];
        const uploads = await db.selectFrom('uploads').select('id').where('bot_key', '=', bot).execute();
        for (const { id } of uploads) {
          const report = await db
            .selectFrom('upload_reports')
            .select('csv_gzip')
            .where('upload_id', '=', id)
            .executeTakeFirst();
          if (report !== undefined && (await namesAny(report.csv_gzip, ids))) named.add(id);
        }
        if (named.size === 0) return 0;
        await db
          .deleteFrom('upload_reports')
          .where('upload_id', 'in', [...named])
          .execute();
        return named.size;
      },
    },
  ];
}

/** A report has at most 8 MB. */
async function namesAny(packed: Uint8Array, ids: ReadonlySet<number>): Promise<boolean> {
  const text = (await promisify(gunzip)(packed)).toString('utf8');
  let isNamed = false;
  replaceNumbers(text, (number) => {
    isNamed ||= ids.has(number);
    return undefined;
  });
  return isNamed;
}
