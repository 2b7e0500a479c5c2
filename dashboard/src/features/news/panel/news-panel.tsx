import { api, type Language, type NewsPost } from '@botscope/contract';
import { Box, Flex, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, initQuery, queryClient } from '../../../platform/api/call.ts';
import { createFormats } from '../../../platform/i18n/formats.ts';
import { parseLanguage } from '../../../platform/i18n/i18n.ts';
import { useSession } from '../../../platform/session/session.ts';
import classes from './news-panel.module.css';
import { RichText } from './rich-text.tsx';

const newsQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['news', lang],
    queryFn: ({ signal }) => call(api.news, { query: { lang }, signal }),
    staleTime: 600_000,
  });

/** Marks posts as read. The mark on the button goes at once; if the server does not take it, it is back at the next visit. */
async function readNews(posts: readonly NewsPost[], lang: Language): Promise<void> {
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

/** The posts, the newest first; each opens in its place. Opening the panel marks all as read. */
export function NewsPanel({ onLeave }: { onLeave: () => void }) {
  const { t, i18n } = useTranslation();
  const { services } = useSession();
  const language = parseLanguage(i18n.language);
  const { data, error } = useQuery(newsQuery(language));
  // A post that was unread when the panel was opened keeps its mark until it is closed.
  const [newSlugs, setNewSlugs] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const unread = data?.filter(({ read }) => !read) ?? [];
    if (unread.length === 0) return;
    setNewSlugs((knownSlugs) => new Set([...knownSlugs, ...unread.map(({ slug }) => slug)]));
    void readNews(unread, language);
  }, [data, language]);
  return (
    <>
      <h2 className={classes.title}>{t('Shell.news')}</h2>
      {error && !data && (
        <Text py={24} px={16} c="dimmed" fz="sm" ta="center">
          {t('News.failed')}
        </Text>
      )}
      {data?.length === 0 && (
        <Text py={24} px={16} c="dimmed" fz="sm" ta="center">
          {t('News.empty')}
        </Text>
      )}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((post) => (
            <li key={post.slug}>
              <NewsItem post={post} fresh={newSlugs.has(post.slug)} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
      {services.blog && (
        <p className={classes.foot}>
          <a href={services.blog} target="_blank" rel="noopener noreferrer">
            {t('News.blog')}
          </a>
        </p>
      )}
    </>
  );
}

function NewsItem({ post, fresh, onLeave }: { post: NewsPost; fresh: boolean; onLeave: () => void }) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  // A post is dated by its day, which is the same everywhere.
  const date = createFormats(i18n.language, 'UTC').date(post.date);
  return (
    <Box component="article" p={16} style={{ overflowWrap: 'anywhere' }} aria-labelledby={`${id}-title`}>
      {post.cover && <img className={classes.cover} src={post.cover} alt="" loading="lazy" />}
      <Flex component="p" gap={4} wrap="wrap" align="center" c="dimmed" fz="xs">
        <time dateTime={post.date}>{date}</time>
        {post.author && ` · ${post.author}`}
        {fresh && <span className={classes.fresh}>{t('News.fresh')}</span>}
      </Flex>
      <h3 className={classes.head}>
        <button
          type="button"
          id={`${id}-title`}
          aria-expanded={open}
          aria-controls={`${id}-text`}
          onClick={() => setOpen(!open)}
        >
          {post.title}
        </button>
      </h3>
      {post.excerpt && (
        <Text mt={6} c="dimmed" fz="sm" lh={1.5}>
          {post.excerpt}
        </Text>
      )}
      <div id={`${id}-text`} className={classes.text} hidden={!open}>
        {open && <RichText html={post.content} onLeave={onLeave} />}
      </div>
    </Box>
  );
}
