import { api, type Language, type NewsPost } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, initQuery, queryClient } from '../../../platform/api/call.ts';

export const newsQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['news', lang],
    queryFn: ({ signal }) => call(api.news, { query: { lang }, signal }),
    staleTime: 600_000,
  });

/** Marks posts as read. The mark on the button goes at once; if the server does not take it, it is back at the next visit. */
export async function readNews(posts: readonly NewsPost[], lang: Language): Promise<void> {
  const slugs = posts.filter(({ read }) => !read).map(({ slug }) => slug);
  const keep = (unread: number): void =>
    void queryClient.setQueryData(initQuery.queryKey, (init) => init && { ...init, news_unread: unread });
  keep(0);
  try {
    keep((await call(api.readNews, { body: { slugs, lang } })).unread);
    queryClient.setQueryData(newsQuery(lang).queryKey, (oldPosts) =>
      oldPosts?.map((post) => ({ ...post, read: true })),
    );
  } catch {
    // Nobody came here to hear about a mark.
  }
}
