import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reachable } from '../answers/reachable.ts';
import classes from './cohort-grid.module.css';
import type { CohortCell, CohortRow, CohortRows } from './cohort-rows.ts';

interface CohortGridProps {
  cohortRows: CohortRows;
  mode: 'share' | 'users';
  words: { cohort: string; size: string; column(at: number): string };
  /** Shows the users of a cell; of the whole group where `at` is null. */
  onOpen: ((row: number, at: number | null) => void) | undefined;
}

const moves: Record<string, readonly [row: number, at: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** The table of cohorts as a real table: shades repeat what the numbers say. One cell is in the tab order; arrow keys walk from it. */
export function CohortGrid({ cohortRows, mode, words, onOpen }: CohortGridProps) {
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const [activeCell, setActiveCell] = useState({ row: 0, at: 0 });
  const move = (event: KeyboardEvent, row: number, column: number) => {
    const step = moves[event.key];
    if (!step) return;
    event.preventDefault();
    const next = table.current?.querySelector<HTMLElement>(`[data-cell="${row + step[0]}-${column + step[1]}"]`);
    next?.focus();
  };
  const say = (row: CohortRow, cell: CohortCell, column: number) =>
    t('Reports.cohorts.cell', {
      cohort: row.name,
      column: words.column(column),
      users: cell.usersText,
      size: row.sizeText,
      share: cell.shareText,
    }) + (cell.unfinished ? `, ${t('Reports.chart.unfinished')}` : '');
  return (
    <section className={classes.scroll} aria-label={t('Reports.table.title')} ref={reachable}>
      <table className={classes.table} ref={table}>
        <caption>
          <VisuallyHidden>{`${t('Reports.cohorts.caption')}. ${t('Reports.cohorts.help')}`}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{words.cohort}</th>
            <th scope="col">{words.size}</th>
            {cohortRows.average.map((_, column) => (
              <th key={words.column(column)} scope="col">
                {words.column(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohortRows.rows.map((row, index) => (
            <tr key={row.start}>
              <th scope="row">{row.name}</th>
              <td className={classes.size}>
                {onOpen && row.size > 0 ? (
                  <button type="button" className={classes.open} onClick={() => onOpen(index, null)}>
                    {row.sizeText}
                  </button>
                ) : (
                  row.sizeText
                )}
              </td>
              {row.cells.map((cell, column) => {
                const isCurrent = activeCell.row === index && activeCell.at === column;
                const text = mode === 'users' ? cell.usersText : cell.shareText;
                return (
                  <td key={words.column(column)}>
                    <button
                      type="button"
                      className={classes.cell}
                      data-cell={`${index}-${column}`}
                      data-depth={cell.depth}
                      data-unfinished={cell.unfinished || undefined}
                      title={say(row, cell, column)}
                      aria-label={say(row, cell, column)}
                      tabIndex={isCurrent ? 0 : -1}
                      onFocus={() => setActiveCell({ row: index, at: column })}
                      onKeyDown={(event) => move(event, index, column)}
                      onClick={onOpen && cell.users > 0 ? () => onOpen(index, column) : undefined}
                    >
                      {text}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('Reports.cohorts.average')}</th>
            <td className={classes.size} />
            {cohortRows.averageTexts.map((text, column) => (
              <td key={words.column(column)}>{text}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
