import type { ReadPayload } from '@botscope/contract';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Dim, Note } from '../../../ui/words.tsx';
import classes from './launch-links.module.css';

interface PayloadTableProps {
  samples: readonly ReadPayload[];
  latest: readonly ReadPayload[];
  /** Keys of the samples: two may hold the same payload, once as a link. */
  ids: readonly string[];
  /** Number of leading samples that can be removed. */
  removable: number;
  onRemove(index: number): void;
  isStale: boolean;
}

interface Line extends ReadPayload {
  id: string;
  isSample: boolean;
}

/** Payloads of samples and of the latest launches: what was cut out of them, and the source. */
export function PayloadTable({ samples, latest, ids, removable, onRemove, isStale }: PayloadTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const lines: Line[] = [
    ...samples.map((line, index) => ({ ...line, id: `sample ${ids[index] ?? line.payload}`, isSample: true })),
    ...latest.map((line) => ({ ...line, id: `latest ${line.payload}`, isSample: false })),
  ];
  const columns: readonly DataColumn<Line>[] = [
    {
      id: 'payload',
      name: t('BotSettings.preview.payload'),
      isRowName: true,
      cell: ({ payload }, index) => (
        <>
          <code>{payload}</code>
          {index < removable && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={t('BotSettings.preview.remove', { payload })}
              onClick={() => onRemove(index)}
            >
              <IconX size={14} stroke={1.8} aria-hidden />
            </ActionIcon>
          )}
        </>
      ),
    },
    {
      id: 'params',
      name: t('BotSettings.preview.params'),
      isEmpty: ({ params }) => Object.keys(params).length === 0,
      cell: ({ params }) => <ParamList params={Object.entries(params)} />,
    },
    {
      id: 'source',
      name: t('BotSettings.preview.source'),
      cell: ({ source }) => source || <Dim>{t('BotSettings.preview.direct')}</Dim>,
    },
    {
      id: 'times',
      name: t('BotSettings.preview.times'),
      align: 'end',
      isEmpty: ({ count }) => count === 0,
      cell: ({ count }) => count > 0 && format.number(count),
    },
  ];
  return (
    <>
      <DataTable
        look="plain"
        className={classes.payloads}
        label={t('BotSettings.preview.title')}
        columns={columns}
        rows={lines}
        rowId={({ id }) => id}
        groupOf={({ isSample }) => t(isSample ? 'BotSettings.preview.samples' : 'BotSettings.preview.latest')}
        isStale={isStale}
      />
      {latest.length === 0 && (
        <Note>
          {t('BotSettings.preview.latest')}: {t('BotSettings.preview.noLatest')}
        </Note>
      )}
    </>
  );
}

/** The parameters of a link, each in a frame of its own. `first` comes before them. */
function ParamList(props: { params: readonly (readonly [name: string, value: ReactNode])[]; first?: ReactNode }) {
  return (
    <ul className={classes.params}>
      {props.first && <li>{props.first}</li>}
      {props.params.map(([name, value]) => (
        <li key={name}>
          <Dim>{name} = </Dim>
          {value}
        </li>
      ))}
    </ul>
  );
}
