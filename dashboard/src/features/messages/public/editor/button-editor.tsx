import { messageLimits } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonFields } from './button-fields.tsx';
import classes from './composer.module.css';
import { type DraftButton, newButton } from './message-draft.ts';
import { type Direction, moveButton } from './move-button.ts';

interface ButtonEditorProps {
  rows: DraftButton[][];
  onChange(rows: DraftButton[][]): void;
  /** Whether a button is one that Telegram refuses. */
  isWrong(row: number, index: number): boolean;
}

/** Rows of buttons below a message: a text and one action each. */
export function ButtonEditor({ rows, onChange, isWrong }: ButtonEditorProps) {
  const { t } = useTranslation();
  const change = (row: number, index: number, part: Partial<DraftButton> | null) =>
    onChange(
      rows
        .map((buttons, rowIndex) =>
          rowIndex !== row
            ? buttons
            : buttons.flatMap((button, place) =>
                place !== index ? [button] : part === null ? [] : [{ ...button, ...part }],
              ),
        )
        .filter((buttons) => buttons.length > 0),
    );
  const move = (row: number, index: number, direction: Direction) =>
    onChange(moveButton(rows, { row, index }, direction, messageLimits.buttonsOfRow));
  const add = (row: number) =>
    onChange(rows.map((buttons, rowIndex) => (rowIndex === row ? [...buttons, newButton()] : buttons)));
  return (
    <fieldset className={classes.buttons}>
      <legend className={classes.legend}>{t('Messages.buttons.label')}</legend>
      {rows.map((buttons, row) => (
        <div key={buttons[0]?.id} className={classes.buttonRow}>
          {buttons.map((button, index) => (
            <ButtonFields
              key={button.id}
              button={button}
              position={{ number: index + 1, row: row + 1 }}
              isWrong={isWrong(row, index)}
              onChange={(part) => change(row, index, part)}
              onMove={(direction) => move(row, index, direction)}
            />
          ))}
          {buttons.length < messageLimits.buttonsOfRow && (
            <Button variant="subtle" size="xs" leftSection={<IconPlus size={14} />} onClick={() => add(row)}>
              {t('Messages.buttons.addButton')}
            </Button>
          )}
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...rows, [newButton()]])}
      >
        {t('Messages.buttons.addRow')}
      </Button>
    </fieldset>
  );
}
