import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../../ui/badge.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { Dim, Under } from '../../../../ui/words.tsx';
import { useSecond } from './hit-words.ts';

interface Hit {
  at: string;
  /** '' = it could not be read. */
  name: string;
  path: string;
}

/** Columns that the hits of Mini Apps and of websites share. */
export function useHitColumns(): Record<'event' | 'at', DataColumn<Hit>> {
  const { t } = useTranslation();
  const second = useSecond();
  return {
    event: {
      id: 'event',
      name: t('PageScript.hits.columns.event'),
      isRowName: true,
      cell: ({ name, path }) => (
        <span>
          {name === '' ? <Dim>{t('PageScript.hits.unread')}</Dim> : <code>{name}</code>}
          {path !== '' && <Under>{path}</Under>}
        </span>
      ),
    },
    at: {
      id: 'at',
      name: t('PageScript.hits.columns.at'),
      isUnbroken: true,
      cell: ({ at }) => <time dateTime={at}>{second(at)}</time>,
    },
  };
}

/** Outcome of a hit, and the reason for it. */
export function Verdict({ tone, word, why }: { tone: 'good' | 'warn' | 'plain'; word: string; why: ReactNode }) {
  return (
    <Box component="span" display="block" maw={300}>
      <Badge tone={tone}>{word}</Badge>
      <Under>{why}</Under>
    </Box>
  );
}
