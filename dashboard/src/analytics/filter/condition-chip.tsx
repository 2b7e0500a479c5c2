import type { Condition } from '@botscope/contract';
import { Text } from '@mantine/core';
import { IconFilter, IconPlus, IconX } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { PopoverPanel } from '../../ui/popover-panel.tsx';
import classes from './filter-bar.module.css';
import { nameCondition } from './filter-words.ts';

// It comes with the first click: most readers of a report never change its filter.
const ConditionEditor = lazy(async () => ({ default: (await import('./condition-editor.tsx')).ConditionEditor }));

interface AddConditionProps {
  bot: string;
  name: string;
  /** Text of the button; null shows a plus. */
  text: string | null;
  onAdd(condition: Condition): void;
}

/** The button that opens the editor of a new condition. */
export function AddCondition({ bot, name, text, onAdd }: AddConditionProps) {
  const { t } = useTranslation();
  return (
    <PopoverPanel
      label={t('Reports.filter.editor')}
      look={text === null ? 'sign' : 'button'}
      name={name}
      onPhone="sheet"
      button={
        text === null ? (
          <IconPlus size={14} aria-hidden />
        ) : (
          <>
            <IconFilter size={14} aria-hidden />
            {text}
          </>
        )
      }
    >
      {(close) => (
        <ConditionEditor
          bot={bot}
          onDone={(condition) => {
            close();
            onAdd(condition);
          }}
        />
      )}
    </PopoverPanel>
  );
}

interface ConditionChipProps {
  bot: string;
  condition: Condition;
  onChange(condition: Condition): void;
  onRemove(): void;
}

/** A condition in words: its text opens the editor, its cross removes it. */
export function ConditionChip({ bot, condition, onChange, onRemove }: ConditionChipProps) {
  const { t, i18n } = useTranslation();
  const words = nameCondition(condition, t, i18n.language);
  return (
    <span className={classes.chip}>
      <PopoverPanel
        label={t('Reports.filter.editor')}
        look="bare"
        name={t('Reports.filter.edit', { condition: words })}
        onPhone="sheet"
        button={
          <Text span inherit truncate="end" display="block" maw="min(320px, 62vw)">
            {words}
          </Text>
        }
      >
        {(close) => (
          <ConditionEditor
            bot={bot}
            condition={condition}
            onDone={(newCondition) => {
              close();
              onChange(newCondition);
            }}
          />
        )}
      </PopoverPanel>
      <button
        type="button"
        className={classes.remove}
        aria-label={t('Reports.filter.remove', { condition: words })}
        onClick={onRemove}
      >
        <IconX size={12} aria-hidden />
      </button>
    </span>
  );
}
