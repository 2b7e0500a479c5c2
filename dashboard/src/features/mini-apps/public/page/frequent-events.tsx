import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';

interface FrequentEventsProps<Event> {
  names: readonly Event[];
  /** Columns after the number of hits. */
  more?: readonly DataColumn<Event>[];
}

/** Table of the most frequent events. */
export function FrequentEvents<Event extends { name: string; hits: number }>({
  names,
  more = [],
}: FrequentEventsProps<Event>) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<Event>[] = [
    { id: 'name', name: t('PageScript.numbers.name'), isRowName: true, cell: ({ name }) => <code>{name}</code> },
    { id: 'hits', name: t('PageScript.numbers.hits'), align: 'end', cell: ({ hits }) => format.number(hits) },
    ...more,
  ];
  return (
    <Box mt={24}>
      <h3>{t('PageScript.numbers.names')}</h3>
      <DataTable
        look="lines"
        label={t('PageScript.numbers.names')}
        columns={columns}
        rows={names}
        rowId={({ name }) => name}
      />
    </Box>
  );
}
