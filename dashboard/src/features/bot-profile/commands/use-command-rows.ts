import type { BotCommands } from '@botscope/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addRow, type CommandRow, moveRow, toRows } from './command-rows.ts';

/** The rows of the editor. A change takes the focus along; `news` announces where a row has moved to. */
export function useCommandRows(saved: BotCommands['commands'], onChange: () => void) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<readonly CommandRow[]>(() => toRows(saved));
  const [news, setNews] = useState('');
  const { list, focusNext } = useRowFocus();
  const change = (next: readonly CommandRow[]) => {
    setRows(next);
    onChange();
  };
  const update = (row: CommandRow, part: Partial<CommandRow>) =>
    change(rows.map((each) => (each === row ? { ...row, ...part } : each)));
  const move = (row: CommandRow, step: -1 | 1, part: string) => {
    const next = moveRow(rows, row.id, step);
    change(next);
    focusNext.current = { id: row.id, part };
    const position = next.findIndex(({ id }) => id === row.id) + 1;
    setNews(t('BotProfile.commands.moved', { name: `/${row.command}`, position, count: next.length }));
  };
  const remove = (row: CommandRow) => {
    const rowIndex = rows.indexOf(row);
    const neighbour = rows[rowIndex + 1] ?? rows[rowIndex - 1];
    change(rows.filter((each) => each !== row));
    if (neighbour) focusNext.current = { id: neighbour.id, part: 'remove' };
  };
  const add = () => {
    const next = addRow(rows);
    change(next);
    focusNext.current = { id: next.at(-1)?.id ?? 0, part: 'command' };
  };
  const focus = (id: number, part: string) => {
    focusNext.current = { id, part };
    setRows([...rows]);
  };
  return { list, rows, news, update, move, remove, add, focus, reset: (to: typeof saved) => setRows(toRows(to)) };
}

/** Moves the focus after the next render: to a part of a row, or to its first one where that part is disabled. */
function useRowFocus() {
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<{ id: number; part: string } | null>(null);
  useEffect(() => {
    const focusTarget = focusNext.current;
    focusNext.current = null;
    if (!focusTarget) return;
    const parts = list.current?.querySelectorAll<HTMLElement>(`[data-row="${focusTarget.id}"] [data-part]`) ?? [];
    const targetPart = [...parts].find(
      (part) => part.dataset.part === focusTarget.part && !(part as HTMLButtonElement).disabled,
    );
    (targetPart ?? parts[0])?.focus();
  });
  return { list, focusNext };
}
