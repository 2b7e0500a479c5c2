import { Language, languages, type NewsPost } from '@botscope/contract';
import { sql } from 'kysely';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Notifications } from '../notifications/notifications.ts';

/** Slugs of the posts that people were notified of, as JSON. */
const setting = 'news_notified';

/**
 * Notifies subscribers of the posts that have come since the last time; returns the number of posts. The first time
 * there are none: what was there already is no news. Each post is sent once; after a crash it may be sent to no one.
 */
export async function notifyNews(deps: {
  metadata: Pick<Metadata, 'db'>;
  news: { list(accountKey: null, language: Language): Promise<readonly Pick<NewsPost, 'slug' | 'title'>[]> };
  notifications: Pick<Notifications, 'notify'>;
}): Promise<number> {
  const { db } = deps.metadata;
  const posts = await Promise.all(
    languages.map(async (language) => [language, await deps.news.list(null, language)] as const),
  );
  const slugs = [...new Set(posts.flatMap(([, list]) => list.map(({ slug }) => slug)))];
  const storedSetting = await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst();
  const notified = new Set<string>(storedSetting === undefined ? slugs : JSON.parse(storedSetting.value));
  const newSlugs = slugs.filter((slug) => !notified.has(slug));
  if (storedSetting !== undefined && newSlugs.length === 0) return 0;
  const value = JSON.stringify([...new Set([...notified, ...newSlugs])]);
  await db
    .insertInto('settings')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  if (newSlugs.length === 0) return 0;
  const wanting = await db
    .selectFrom('accounts')
    .select(['id', 'locale'])
    .where(sql<boolean>`jsonb_array_length(coalesce(notify -> 'news', '[]')) > 0`)
    .execute();
  for (const { id, locale } of wanting) {
    const language = Language.safeParse(locale).data ?? 'en';
    const list = posts.find(([each]) => each === language)?.[1] ?? [];
    // The oldest first: the newest stands on top.
    for (const post of list.filter(({ slug }) => newSlugs.includes(slug)).reverse())
      await deps.notifications.notify(id, { kind: 'news', code: 'post', detail: post.title });
  }
  return newSlugs.length;
}
