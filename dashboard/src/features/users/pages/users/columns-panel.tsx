import {
  type Bot,
  keysOfColumn,
  maxUserColumns,
  missingKey,
  permissionsOf,
  type UserColumn,
  userColumns,
} from '@botscope/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PopoverPanel } from '../../../../ui/popover-panel.tsx';
import { useFieldColumns } from './field-columns.ts';
import { columnName } from './user-columns.tsx';
import classes from './users.module.css';
import { usualColumns } from './users-view.ts';

interface ColumnsPanelProps {
  bot: Bot;
  columns: readonly UserColumn[];
  onChange(columns: readonly UserColumn[]): void;
}

/** Selects and orders columns: the chosen ones are on top, with arrows. The name always comes first. */
export function ColumnsPanel({ bot, columns, onChange }: ColumnsPanelProps) {
  const { t } = useTranslation();
  const fields = useFieldColumns(bot);
  const mayShow = (column: UserColumn) => missingKey(permissionsOf(bot), keysOfColumn(column)) === undefined;
  const all: UserColumn[] = [
    ...userColumns.filter((column) => column !== 'first_name' && mayShow(column)),
    ...fields.map(({ column }) => column),
  ];
  const rest = all.filter((column) => !columns.includes(column));
  const isFull = columns.length >= maxUserColumns - 1;
  const nameOf = (column: UserColumn) => columnName({ t, fields }, column);
  const move = (index: number, step: -1 | 1) => {
    const next = [...columns];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + step, 0, moved);
    onChange(next);
  };
  const box = (column: UserColumn, isChecked: boolean) => (
    <label className={classes.column}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={!isChecked && isFull}
        onChange={() => onChange(isChecked ? columns.filter((other) => other !== column) : [...columns, column])}
      />
      {nameOf(column)}
    </label>
  );
  return (
    <PopoverPanel
      label={t('General.Table.columns')}
      look="button"
      align="end"
      onPhone="sheet"
      button={
        <>
          <IconColumns3 size={14} aria-hidden />
          {t('General.Table.columns')}
        </>
      }
    >
      {() => (
        <div className={classes.columns}>
          <ul>
            {columns.map((column, index) => (
              <li key={column} className={classes.columnRow}>
                {box(column, true)}
                {([-1, 1] as const).map((step) => (
                  <ActionIcon
                    key={step}
                    variant="subtle"
                    color="gray"
                    size="sm"
                    disabled={index + step < 0 || index + step >= columns.length}
                    aria-label={t(step < 0 ? 'Users.columnUp' : 'Users.columnDown', { name: nameOf(column) })}
                    onClick={() => move(index, step)}
                  >
                    {step < 0 ? <IconArrowUp size={14} aria-hidden /> : <IconArrowDown size={14} aria-hidden />}
                  </ActionIcon>
                ))}
              </li>
            ))}
            {rest.map((column) => (
              <li key={column} className={classes.columnRow}>
                {box(column, false)}
              </li>
            ))}
          </ul>
          <Button variant="default" size="compact-sm" onClick={() => onChange(usualColumns)}>
            {t('Users.usualColumns')}
          </Button>
        </div>
      )}
    </PopoverPanel>
  );
}
