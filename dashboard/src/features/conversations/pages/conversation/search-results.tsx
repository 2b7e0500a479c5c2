import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Dim } from '../../../../ui/words.tsx';
import { searchQuery, type UserRef } from '../../data/user-data.ts';
import classes from './conversation.module.css';

/** Number of parts of the past that are searched automatically while nothing is found. */
const maxEmptyParts = 8;

/** Shows the results of a search so far, and how far it has looked. */
export function SearchResults({ user, search }: { user: UserRef; search: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useInfiniteQuery(searchQuery(user, search));
  const { hasNextPage, isFetching, fetchNextPage, data } = query;
  const isEmpty = data?.pages.every((page) => page.found.length === 0) === true;
  const goesOn = hasNextPage && isEmpty && data.pages.length < maxEmptyParts;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return (
    <section className={classes.results} aria-label={t('Conversation.search.results')} aria-busy={query.isFetching}>
      <Loaded query={query} height={60}>
        {({ pages }) => {
          const matches = pages.flatMap((page) => page.found);
          const reached = pages.at(-1)?.searched_to ?? null;
          return (
            <>
              {matches.map(({ cursor, at, way, text }) => (
                <Link
                  key={cursor}
                  className={classes.result}
                  to="."
                  search={(oldSearch) => ({ ...oldSearch, message: cursor, at: undefined })}
                  resetScroll={false}
                >
                  <Dim>
                    {t(`Conversation.${way === 'in' ? 'user' : 'bot'}`)} · {format.moment(at)}
                  </Dim>
                  <span className={classes.found} dir="auto">
                    {text}
                  </span>
                </Link>
              ))}
              <div className={classes.more} role="status">
                <span>
                  {matches.length === 0 && `${t('Conversation.search.none')} `}
                  {reached === null
                    ? t('Conversation.search.whole')
                    : t('Conversation.search.back', { date: format.date(reached) })}
                </span>
                {query.hasNextPage && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={query.isFetchingNextPage}
                    onClick={() => query.fetchNextPage()}
                  >
                    {t('Conversation.search.more')}
                  </Button>
                )}
              </div>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
