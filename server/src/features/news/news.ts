import { type Account, Language, languages, maxNews, type NewsPost, newsCategory } from '@botscope/contract';
import { sql } from 'kysely';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { HostedPosts } from './hosted-posts.ts';
import { publishedAt, type SourcePost } from './post.ts';

export { createHostedPosts } from './hosted-posts.ts';
export { readPosts } from './post-files.ts';

/** "What's new": posts about the product, and who has read which. */
export interface News {
  /** The newest 50 that are published in the category `whats-new`. A visitor (null) has nothing unread. */
  list(accountKey: string | null, language: Language): Promise<NewsPost[]>;
  /** Counts those that the account has not opened among the posts at hand: it never waits for a content service. */
  unread(account: Pick<Account, 'key' | 'locale'>): Promise<number>;
  /** Marks posts as read; slugs that no post has are ignored. @returns how many unread ones are left */
  read(accountKey: string, slugs: readonly string[], language: Language): Promise<number>;
}

export function createNews(deps: {
  metadata: Pick<Metadata, 'db'>;
  /** The product's own; shown as long as there is no service, or it has not answered. */
  files: Readonly<Record<Language, readonly SourcePost[]>>;
  hosted: HostedPosts | null;
  now?: () => number;
}): News {
  const { files, hosted, now = Date.now } = deps;
  const { db } = deps.metadata;

  const selectPosts = (posts: readonly SourcePost[]): SourcePost[] =>
    publishedAt(
      posts.filter(({ categories }) => categories.includes(newsCategory)),
      now(),
    ).slice(0, maxNews);

  async function loadReadSlugs(accountKey: string, posts: readonly SourcePost[]): Promise<ReadonlySet<string>> {
    if (posts.length === 0) return new Set();
    const rows = await db
      .selectFrom('news_read')
      .select('slug')
      .where('account_key', '=', accountKey)
      .where(
        'slug',
        'in',
        posts.map(({ slug }) => slug),
      )
      .execute();
    return new Set(rows.map(({ slug }) => slug));
  }

  async function countUnread(accountKey: string, posts: readonly SourcePost[]): Promise<number> {
    const readSlugs = await loadReadSlugs(accountKey, posts);
    return posts.filter(({ slug }) => !readSlugs.has(slug)).length;
  }

  const latest = async (language: Language): Promise<SourcePost[]> =>
    selectPosts((await hosted?.posts(language)) ?? files[language]);

  return {
    async list(accountKey, language) {
      const posts = await latest(language);
      const readSlugs = accountKey === null ? null : await loadReadSlugs(accountKey, posts);
      return posts.map((post) => ({ ...post, read: readSlugs === null || readSlugs.has(post.slug) }));
    },
    unread: ({ key, locale }) => countUnread(key, selectPosts(hosted?.atHand(locale) ?? files[locale])),
    async read(accountKey, slugs, language) {
      const posts = await latest(language);
      const openedPosts = posts.filter(({ slug }) => slugs.includes(slug));
      if (openedPosts.length > 0) {
        await db
          .insertInto('news_read')
          .values(openedPosts.map(({ slug }) => ({ account_key: accountKey, slug, read_at: new Date(now()) })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      return countUnread(accountKey, posts);
    },
  };
}

/** Slugs of the posts that owners were notified of, as JSON. */
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
