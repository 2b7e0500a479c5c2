import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../platform/api/api-error.ts';
import { failureText } from '../platform/errors/error-mapping.ts';
import { Notice } from './notice.tsx';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** Pixels that the finished content takes, so that nothing jumps. */
  height: number;
  children(data: Data): ReactNode;
}

/** Waiting for and failing of one question inside a page: grey while it loads, a sentence and a second try if it fails. */
export function Loaded<Data>({ query, height, children }: LoadedProps<Data>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Skeleton height={height} aria-hidden />;
  return (
    <Notice tone="warn">
      <div role="alert">{failureText(codeOf(query.error))}</div>
      <Button variant="default" size="compact-sm" mt={8} loading={query.isFetching} onClick={() => query.refetch()}>
        {t('General.Retry')}
      </Button>
    </Notice>
  );
}
