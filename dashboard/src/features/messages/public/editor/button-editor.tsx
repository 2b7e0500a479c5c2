import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SelectChoice } from '../../../../ui/select-choice.tsx';
import classes from './composer.module.css';
import { type ButtonAction, buttonActions, type DraftButton, newButton } from './message-draft.ts';

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
        .map((buttons, at) =>
          at !== row
            ? buttons
            : buttons.flatMap((button, place) =>
                place !== index ? [button] : part === null ? [] : [{ ...button, ...part }],
              ),
        )
        .filter((buttons) => buttons.length > 0),
    );
  const add = (row: number) => onChange(rows.map((buttons, at) => (at === row ? [...buttons, newButton()] : buttons)));
  return (
    <fieldset className={classes.buttons}>
      <legend className={classes.legend}>{t('Messages.buttons.label')}</legend>
      {rows.map((buttons, row) => (
        <div key={buttons[0]?.id} className={classes.buttonRow}>
          {buttons.map((button, index) => {
            const place = { number: index + 1, row: row + 1 };
            return (
              <fieldset key={button.id} aria-label={t('Messages.buttons.nameOf', place)} className={classes.button}>
                <TextInput
                  aria-label={t('Messages.buttons.text')}
                  placeholder={t('Messages.buttons.text')}
                  value={button.text}
                  onChange={(event) => change(row, index, { text: event.currentTarget.value })}
                />
                <SelectChoice
                  label={t('Messages.buttons.action')}
                  value={button.action}
                  options={buttonActions.map((action) => ({ value: action, label: t(`Messages.buttons.${action}`) }))}
                  onChange={(action) => change(row, index, { action: action as ButtonAction })}
                />
                <TextInput
                  aria-label={t('Messages.buttons.value')}
                  placeholder={button.action === 'url' || button.action === 'web_app' ? 'https://' : ''}
                  value={button.value}
                  error={isWrong(row, index) && button.value !== '' ? t('General.ErrorsText.InvalidButton') : undefined}
                  onChange={(event) => change(row, index, { value: event.currentTarget.value })}
                />
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
          {buttons.length < 8 && (
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
