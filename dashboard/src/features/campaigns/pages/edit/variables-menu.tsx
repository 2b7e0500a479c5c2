import { type Bot, type TemplateVariable, templateVariables } from '@botscope/contract';
import { Button, Flex, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import dialogClasses from '../../../../ui/dialog.module.css';
import { Dialog } from '../../../../ui/dialog.tsx';
import { DropItem, DropMenu } from '../../../../ui/drop-menu.tsx';
import { fieldsQuery } from '../../../custom-fields/public/fields-data.ts';
import { type FormattedText, insertWords, type Range } from '../../../messages/public/editor/formatted-text.ts';
import classes from './editor.module.css';

interface VariablesMenuProps {
  bot: Bot;
  field: RefObject<HTMLTextAreaElement | null>;
  value: FormattedText;
  onChange(value: FormattedText): void;
}

/** Inserts variables with values of each user into the text, with a default for users without one. */
export function VariablesMenu({ bot, field, value, onChange }: VariablesMenuProps) {
  const { t } = useTranslation();
  const [selection, setSelection] = useState<{ variable: TemplateVariable; name: string; range: Range } | null>(null);
  const mayFields = may(bot, 'custom_fields.view');
  const fields = useQuery({ ...fieldsQuery(bot.key), enabled: mayFields }).data ?? [];
  const choices: { variable: TemplateVariable; name: string }[] = [
    ...templateVariables.map((variable) => ({ variable, name: t(`CampaignEditor.variables.${variable}`) })),
    ...fields
      .filter(({ status }) => status !== 'archived')
      .map(({ key, name }) => ({ variable: `field.${key}` as const, name })),
  ];
  const insert = (range: Range, variable: TemplateVariable, fallback: string) => {
    const words = fallback === '' ? `{${variable}}` : `{${variable}|${fallback}}`;
    onChange(insertWords(value, range, words));
    setSelection(null);
    const caret = range.start + words.length;
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <>
      <DropMenu
        label={t('CampaignEditor.variables.label')}
        align="start"
        buttonClass={classes.tool ?? ''}
        button={t('CampaignEditor.variables.button')}
      >
        {choices.map(({ variable, name }) => (
          <DropItem
            key={variable}
            onChoose={() => {
              const { selectionStart = value.text.length, selectionEnd = value.text.length } = field.current ?? {};
              const range = { start: selectionStart, end: selectionEnd };
              if (variable === 'user_id') insert(range, variable, '');
              else setSelection({ variable, name, range });
            }}
          >
            {name}
          </DropItem>
        ))}
      </DropMenu>
      {selection && (
        <FallbackDialog
          name={selection.name}
          onClose={() => setSelection(null)}
          onDone={(fallback) => insert(selection.range, selection.variable, fallback)}
        />
      )}
    </>
  );
}

interface FallbackDialogProps {
  name: string;
  onDone(fallback: string): void;
  onClose(): void;
}

/** Asks for the words that replace a variable for users whose value is unknown. */
function FallbackDialog({ name, onDone, onClose }: FallbackDialogProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  return (
    <Dialog title={t('CampaignEditor.variables.title', { name })} onClose={onClose}>
      <form
        className={dialogClasses.body}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onDone(words.trim());
        }}
      >
        <TextInput
          data-autofocus
          label={t('CampaignEditor.variables.fallback')}
          description={t('CampaignEditor.variables.fallbackHint')}
          value={words}
          maxLength={256}
          // These end the variable.
          onChange={(event) => setWords(event.currentTarget.value.replaceAll(/[{}|]/g, ''))}
        />
        <Flex justify="flex-end">
          <Button type="submit">{t('CampaignEditor.variables.insert')}</Button>
        </Flex>
      </form>
    </Dialog>
  );
}
