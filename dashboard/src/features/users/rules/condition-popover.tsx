import type { Bot, SegmentCondition } from '@botscope/contract';
import { IconPlus } from '@tabler/icons-react';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PopoverPanel } from '../../../ui/popover-panel.tsx';

// It comes with the first click.
const ConditionEditor = lazy(async () => ({ default: (await import('./condition-editor.tsx')).ConditionEditor }));

interface ConditionPopoverProps {
  bot: Bot;
  /** The segment whose rules these are. */
  ownId?: number | undefined;
  onDone(condition: SegmentCondition): void;
}

interface EditConditionProps extends ConditionPopoverProps {
  condition: SegmentCondition;
  /** The condition in words. */
  sentence: string;
  button: ReactNode;
  buttonClass?: string | undefined;
}

/** A condition as a button that opens its editor. */
export function EditCondition({ bot, ownId, condition, sentence, button, buttonClass, onDone }: EditConditionProps) {
  const { t } = useTranslation();
  return (
    <PopoverPanel
      label={t('Reports.filter.editor')}
      look="bare"
      buttonClass={buttonClass}
      name={t('Reports.filter.edit', { condition: sentence })}
      onPhone="sheet"
      button={button}
    >
      {(close) => (
        <ConditionEditor
          bot={bot}
          condition={condition}
          ownId={ownId}
          onDone={(nextCondition) => {
            close();
            onDone(nextCondition);
          }}
        />
      )}
    </PopoverPanel>
  );
}

/** The button of a new condition. */
export function AddCondition({ bot, ownId, label, onDone }: ConditionPopoverProps & { label: string }) {
  const { t } = useTranslation();
  return (
    <PopoverPanel
      label={t('Reports.filter.editor')}
      look="button"
      onPhone="sheet"
      button={
        <>
          <IconPlus size={14} aria-hidden />
          {label}
        </>
      }
    >
      {(close) => (
        <ConditionEditor
          bot={bot}
          ownId={ownId}
          onDone={(condition) => {
            close();
            onDone(condition);
          }}
        />
      )}
    </PopoverPanel>
  );
}
