import { Box, Button, Flex, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type FailureCode } from '../../platform/api/api-error.ts';
import { failureText } from '../../platform/errors/error-mapping.ts';
import classes from './panel.module.css';

interface PanelProps<Data> {
  title: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>;
  /** Pixels of the content while it loads or fails: those of the finished content, so that nothing jumps. */
  height: number;
  /** Further ways out of a failure, beside trying again. */
  waysOut?(code: FailureCode): ReactNode;
  children(data: Data): ReactNode;
}

/** A card that owns waiting and failing of one question, so that one slow or broken part leaves the others alone. */
export function Panel<Data>({ title, actions, query, height, children }: PanelProps<Data>) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <Box component="h2" fz="md" fw={600} id={id}>
          {title}
        </Box>
        {actions && (
          <Flex gap={8} wrap="wrap" align="center">
            {actions}
          </Flex>
        )}
      </div>
      <PanelBody query={query} height={height}>
        {children}
      </PanelBody>
    </section>
  );
}

/** Body of a panel without the card's frame. `compact` shows an error without its explanation. */
export function PanelBody<Data>({
  query,
  height,
  compact = false,
  waysOut,
  children,
}: Pick<PanelProps<Data>, 'query' | 'height' | 'waysOut' | 'children'> & { compact?: boolean }) {
  const { t } = useTranslation();
  if (query.data !== undefined) {
    return (
      <div className={classes.body} data-stale={query.isPlaceholderData || undefined}>
        {children(query.data)}
      </div>
    );
  }
  if (query.error) {
    return (
      <div className={classes.failed} data-compact={compact || undefined} style={{ minHeight: height }} role="alert">
        <div>{compact ? t('Reports.failed') : `${t('Reports.failed')} ${failureText(codeOf(query.error))}`}</div>
        <Flex gap={8} wrap="wrap" justify="center">
          <Button variant="default" size={compact ? 'compact-xs' : 'xs'} onClick={() => query.refetch()}>
            {t('General.Retry')}
          </Button>
          {waysOut?.(codeOf(query.error))}
        </Flex>
      </div>
    );
  }
  return <Skeleton height={height} className={classes.waiting} aria-hidden />;
}
