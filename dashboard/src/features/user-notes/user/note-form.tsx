import { longestUserNote } from '@botscope/contract';
import { Button, Flex, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../platform/errors/use-action.ts';

interface NoteFormProps {
  label: string;
  description?: string;
  button: string;
  /** Note that is being edited; '' for a new one. */
  text?: string;
  onSave(text: string): Promise<void>;
  onCancel?(): void;
}

/** A field for a note. It is emptied when the note is saved. */
export function NoteForm({ label, description, button, text = '', onSave, onCancel }: NoteFormProps) {
  const { t } = useTranslation();
  const [value, setValue] = useState(text);
  const isEdit = onCancel !== undefined;
  const { busy, run } = useAction(async (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') return;
    await onSave(value.trim());
    if (!isEdit) setValue('');
  });
  return (
    <form onSubmit={run}>
      <Textarea
        label={label}
        description={description}
        value={value}
        maxLength={longestUserNote}
        autosize
        minRows={2}
        maxRows={10}
        data-autofocus={isEdit || undefined}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      {(isEdit || value.trim() !== '') && (
        <Flex gap={8} mt={8} justify="flex-end" wrap="wrap">
          {isEdit && (
            <Button variant="default" size="xs" onClick={onCancel}>
              {t('General.Cancel')}
            </Button>
          )}
          <Button type="submit" size="xs" loading={busy} disabled={value.trim() === ''}>
            {button}
          </Button>
        </Flex>
      )}
    </form>
  );
}
