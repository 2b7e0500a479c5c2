import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface MoreRowsProps {
  /** Number of rows in all, in words. */
  total?: ReactNode;
  label: string;
  /** The pages of an infinite query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}

/** Below a table that comes page by page: how many rows there are and the button for the next page. */
export function MoreRows({ total, label, query }: MoreRowsProps) {
  if (!total && !query.hasNextPage) return null;
  return (
    <div className={classes.more}>
      {total && <span role="status">{total}</span>}
      {query.hasNextPage && (
        <Button
          variant="default"
          size="compact-md"
          loading={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
