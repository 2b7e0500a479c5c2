import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PageTypes } from '../data/page-data.ts';
import type { PageKind } from '../data/page-kind.ts';

interface NumbersSectionProps<T extends PageTypes> {
  kind: PageKind<T>;
  page: T['page'];
  /** False: nothing has been counted. */
  children(numbers: T['numbers']): ReactNode | false;
}

/** Numbers of the last 30 days. */
export function NumbersSection<T extends PageTypes>({ kind, page, children }: NumbersSectionProps<T>) {
  const { t } = useTranslation();
  const query = useQuery(kind.data.numbersQuery(page));
  return (
    <Section title={t('Pages.numbers.title')}>
      <Loaded query={query} height={200}>
        {(numbers) => children(numbers) || <p>{t('Pages.numbers.none')}</p>}
      </Loaded>
    </Section>
  );
}

export interface Tile {
  name: string;
  value: string;
  /** A smaller line below; '' = none. */
  under: string;
}

/** Numbers side by side. */
export function NumberTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <Box
      component="dl"
      display="grid"
      m={0}
      style={{ gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}
    >
      {tiles.map(({ name, value, under }) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Box component="dd" m={0}>
            <Text fz="xl" fw={600} className="tabular">
              {value}
            </Text>
            {under !== '' && (
              <Text size="xs" c="dimmed">
                {under}
              </Text>
            )}
          </Box>
        </div>
      ))}
    </Box>
  );
}

interface FrequentEventsProps<Event> {
  names: readonly Event[];
  /** Columns after the number of hits. */
  more?: readonly DataColumn<Event>[];
}

/** Table of the most frequent events; nothing without any. */
export function FrequentEvents<Event extends { name: string; hits: number }>({
  names,
  more = [],
}: FrequentEventsProps<Event>) {
  const { t } = useTranslation();
  const format = useFormat();
  if (names.length === 0) return null;
  const columns: readonly DataColumn<Event>[] = [
    { id: 'name', name: t('Pages.numbers.name'), isRowName: true, cell: ({ name }) => <code>{name}</code> },
    { id: 'hits', name: t('Pages.numbers.hits'), align: 'end', cell: ({ hits }) => format.number(hits) },
    ...more,
  ];
  return (
    <Box mt={24}>
      <h3>{t('Pages.numbers.names')}</h3>
      <DataTable
        look="lines"
        label={t('Pages.numbers.names')}
        columns={columns}
        rows={names}
        rowId={({ name }) => name}
      />
    </Box>
  );
}
