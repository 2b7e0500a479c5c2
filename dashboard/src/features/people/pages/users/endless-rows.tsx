import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreRows } from '../../../../ui/table/more-rows.tsx';
import classes from './users.module.css';

interface EndlessRowsProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage(): unknown };
}

/** The next page comes when its button comes into sight; a failed one waits for a click. */
export function EndlessRows({ query }: EndlessRowsProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const end = box.current;
    if (!end || !isReady) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) fetchNextPage();
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [isReady, fetchNextPage]);
  return (
    <div ref={box} className={classes.rest}>
      <MoreRows label={t('People.more')} query={query} />
    </div>
  );
}
