import { type ButtonStyle, buttonStyles, messageLimits } from '@botscope/contract';
import { TextInput } from '@mantine/core';
import { IconArrowsMove, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DropItem, DropMenu } from '../../../../ui/drop-menu.tsx';
import { SelectChoice } from '../../../../ui/select-choice.tsx';
import classes from './composer.module.css';
import { type ButtonAction, buttonActions, type DraftButton } from './message-draft.ts';
import type { Direction } from './move-button.ts';

/** The server takes no longer values, not even in a draft. */
const longest: Readonly<Record<ButtonAction, number>> = {
  url: 2_048,
  web_app: 2_048,
  callback_data: messageLimits.callbackBytes,
  copy_text: messageLimits.copyText,
};
const countBytes = (text: string): number => new TextEncoder().encode(text).length;

const directions = ['left', 'right', 'up', 'down'] as const;
const keyDirections: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const bytes = ({ value }: DraftButton) => ({ number: countBytes(value), most: messageLimits.callbackBytes });

interface ButtonFieldsProps {
  button: DraftButton;
  /** The place among the others, both from 1. */
  position: { number: number; row: number };
  /** Telegram refuses this button. */
  isWrong: boolean;
  /** Null removes the button. */
  onChange(part: Partial<DraftButton> | null): void;
  onMove(direction: Direction): void;
}

/** One button: its text, what it does, its color and its place. Alt with an arrow key moves it. */
export function ButtonFields({ button, position, isWrong, onChange, onMove }: ButtonFieldsProps) {
  const { t } = useTranslation();
  const press = (event: KeyboardEvent) => {
    const direction = event.altKey ? keyDirections[event.key] : undefined;
    if (direction === undefined) return;
    event.preventDefault();
    onMove(direction);
  };
  return (
    <fieldset aria-label={t('Messages.buttons.nameOf', position)} className={classes.button} onKeyDown={press}>
      <TextInput
        aria-label={t('Messages.buttons.text')}
        placeholder={t('Messages.buttons.text')}
        value={button.text}
        maxLength={256}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <SelectChoice
        label={t('Messages.buttons.action')}
        value={button.action}
        options={buttonActions.map((action) => ({ value: action, label: t(`Messages.buttons.${action}`) }))}
        onChange={(action) =>
          onChange({
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
            <span role="img" className={classes.bytes} aria-label={t('Messages.buttons.bytes', bytes(button))}>
              {countBytes(button.value)}/{messageLimits.callbackBytes}
            </span>
          )
        }
        error={isWrong && button.value !== '' ? t('General.ErrorsText.InvalidButton') : undefined}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <SelectChoice
        label={t('Formatting.style.label')}
        value={button.style ?? ''}
        options={['', ...buttonStyles].map((style) => ({
          value: style,
          label: t(`Formatting.style.${(style || 'plain') as ButtonStyle | 'plain'}`),
        }))}
        onChange={(style) => onChange({ style: buttonStyles.find((one) => one === style) })}
      />
      <DropMenu
        label={t('Formatting.move.label', position)}
        buttonClass={classes.tool ?? ''}
        button={<IconArrowsMove size={16} aria-hidden />}
      >
        {directions.map((direction) => (
          <DropItem key={direction} onChoose={() => onMove(direction)}>
            {t(`Formatting.move.${direction}`)}
          </DropItem>
        ))}
      </DropMenu>
      <button
        type="button"
        className={classes.tool}
        aria-label={t('Messages.buttons.remove', position)}
        onClick={() => onChange(null)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </fieldset>
  );
}
