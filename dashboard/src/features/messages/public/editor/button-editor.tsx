import { type ButtonStyle, buttonStyles, messageLimits } from '@botscope/contract';
import { Button, TextInput } from '@mantine/core';
import { IconArrowsMove, IconPlus, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DropItem, DropMenu } from '../../../../ui/drop-menu.tsx';
import { SelectChoice } from '../../../../ui/select-choice.tsx';
import classes from './composer.module.css';
import { type ButtonAction, buttonActions, type DraftButton, newButton } from './message-draft.ts';
import { type Direction, moveButton } from './move-button.ts';

/** The server takes no longer values, not even in a draft. */
const longest: Readonly<Record<ButtonAction, number>> = {
  url: 2_048,
  web_app: 2_048,
  callback_data: messageLimits.callbackBytes,
  copy_text: messageLimits.copyText,
};
const countBytes = (text: string): number => new TextEncoder().encode(text).length;

interface ButtonEditorProps {
  rows: DraftButton[][];
  onChange(rows: DraftButton[][]): void;
  /** Whether a button is one that Telegram refuses. */
  isWrong(row: number, index: number): boolean;
}

const directions = ['left', 'right', 'up', 'down'] as const;
const keyDirections: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const bytes = ({ value }: DraftButton) => ({ number: countBytes(value), most: messageLimits.callbackBytes });

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
  const press = (event: KeyboardEvent, row: number, index: number) => {
    const direction = event.altKey ? keyDirections[event.key] : undefined;
    if (direction === undefined) return;
    event.preventDefault();
    move(row, index, direction);
  };
  const add = (row: number) =>
    onChange(rows.map((buttons, rowIndex) => (rowIndex === row ? [...buttons, newButton()] : buttons)));
  return (
    <fieldset className={classes.buttons}>
      <legend className={classes.legend}>{t('Messages.buttons.label')}</legend>
      {rows.map((buttons, row) => (
        <div key={buttons[0]?.id} className={classes.buttonRow}>
          {buttons.map((button, index) => {
            const place = { number: index + 1, row: row + 1 };
            return (
              <fieldset
                key={button.id}
                aria-label={t('Messages.buttons.nameOf', place)}
                className={classes.button}
                onKeyDown={(event) => press(event, row, index)}
              >
                <TextInput
                  aria-label={t('Messages.buttons.text')}
                  placeholder={t('Messages.buttons.text')}
                  value={button.text}
                  maxLength={256}
                  onChange={(event) => change(row, index, { text: event.currentTarget.value })}
                />
                <SelectChoice
                  label={t('Messages.buttons.action')}
                  value={button.action}
                  options={buttonActions.map((action) => ({ value: action, label: t(`Messages.buttons.${action}`) }))}
                  onChange={(action) =>
                    change(row, index, {
                      action: action as ButtonAction,
                      value: button.value.slice(0, longest[action as ButtonAction]),
                    })
                  }
                />
                <TextInput
                  aria-label={t('Messages.buttons.value')}
                  placeholder={button.action === 'url' || button.action === 'web_app' ? 'https://' : ''}
                  value={button.value}
                  maxLength={longest[button.action]}
                  rightSectionWidth={64}
                  rightSection={
                    button.action === 'callback_data' && (
                      <span
                        role="img"
                        className={classes.bytes}
                        aria-label={t('Messages.buttons.bytes', bytes(button))}
                      >
                        {countBytes(button.value)}/{messageLimits.callbackBytes}
                      </span>
                    )
                  }
                  error={isWrong(row, index) && button.value !== '' ? t('General.ErrorsText.InvalidButton') : undefined}
                  onChange={(event) => change(row, index, { value: event.currentTarget.value })}
                />
                <SelectChoice
                  label={t('Formatting.style.label')}
                  value={button.style ?? ''}
                  options={['', ...buttonStyles].map((style) => ({
                    value: style,
                    label: t(`Formatting.style.${(style || 'plain') as ButtonStyle | 'plain'}`),
                  }))}
                  onChange={(style) => change(row, index, { style: buttonStyles.find((one) => one === style) })}
                />
                <DropMenu
                  label={t('Formatting.move.label', place)}
                  buttonClass={classes.tool ?? ''}
                  button={<IconArrowsMove size={16} aria-hidden />}
                >
                  {directions.map((direction) => (
                    <DropItem key={direction} onChoose={() => move(row, index, direction)}>
                      {t(`Formatting.move.${direction}`)}
                    </DropItem>
                  ))}
                </DropMenu>
                <button
                  type="button"
                  className={classes.tool}
                  aria-label={t('Messages.buttons.remove', place)}
                  onClick={() => change(row, index, null)}
                >
                  <IconX size={16} aria-hidden />
                </button>
              </fieldset>
            );
          })}
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
