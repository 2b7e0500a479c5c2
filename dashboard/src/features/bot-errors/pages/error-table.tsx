import type { BotError } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Dim, Under } from '../../../ui/words.tsx';
import { codeWords, hasCode } from '../data/error-words.ts';
import classes from './errors-page.module.css';

/** The lines of the log. */
export function ErrorTable({ lines, stale }: { lines: readonly BotError[]; stale: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<BotError>[] = [
    {
      id: 'time',
      name: t('BotErrors.columns.time'),
      isUnbroken: true,
      cell: (line) => (
        <span>
          <time dateTime={line.time}>{format.moment(line.time)}</time>
          {line.count > 1 && <Under>{t('BotErrors.since', { moment: format.moment(line.first_time) })}</Under>}
        </span>
      ),
    },
    { id: 'what', name: t('BotErrors.columns.what'), isRowName: true, cell: (line) => <Reason line={line} /> },
    {
      id: 'code',
      name: t('BotErrors.columns.code'),
      isEmpty: (line) => !hasCode(line),
      cell: (line) =>
        hasCode(line) && (
          <span className={classes.answer}>
            <b>{line.code}</b> <Dim>{codeWords(t, line.code, line.kind)}</Dim>
          </span>
        ),
    },
    {
      id: 'method',
      name: t('BotErrors.columns.method'),
      isUnbroken: true,
      isEmpty: ({ method }) => method === '',
      cell: ({ method }) => method && <code>{method}</code>,
    },
    {
      id: 'kind',
      name: t('BotErrors.columns.kind'),
      isUnbroken: true,
      cell: ({ kind }) => t(`BotErrors.kinds.${kind}`),
    },
    { id: 'count', name: t('BotErrors.columns.count'), align: 'end', cell: ({ count }) => format.number(count) },
  ];
  return (
    <DataTable
      label={t('BotErrors.title')}
      className={classes.errors}
      columns={columns}
      rows={lines}
      rowId={({ id }) => String(id)}
      isStale={stale}
    />
  );
}

/** A raw answer longer than this is folded away. */
const shortAnswer = 140;

function Reason({ line: { reason, text } }: { line: BotError }) {
  const { t } = useTranslation();
  const answer = text && (
    <Box component="code" display="block" mt={4} c="dimmed" fz="xs" style={{ whiteSpace: 'pre-wrap' }}>
      {text}
    </Box>
  );
  return (
    <>
      {t(`BotErrors.reasons.${reason}`)}
      {text.length > shortAnswer ? (
        <details className={classes.details}>
          <summary>{t('BotErrors.details')}</summary>
          {answer}
        </details>
      ) : (
        answer
      )}
    </>
  );
}
