import type { UserField } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../platform/api/api-error.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { setUserField } from './fields-data.ts';
import { readTyped, typedValue, ValueInput } from './value-input.tsx';

interface ValueEditorProps {
  bot: string;
  userId: number;
  field: UserField;
  onClose(): void;
}

/** A value while it is edited: Enter saves, Escape leaves it as it is, an empty one is removed. */
export function ValueEditor({ bot, userId, field, onClose }: ValueEditorProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => typedValue(field, field.value));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await setUserField(bot, userId, { field: field.key, value: readTyped(field, text) });
      onClose();
    } catch (error) {
      setProblem(failureText(codeOf(error)));
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form onSubmit={save} onKeyDown={onKeyDown} noValidate>
      <ValueInput
        field={field}
        text={text}
        error={problem}
        aria-label={field.name}
        autoFocus
        onChange={(newText) => {
          setText(newText);
          setProblem(null);
        }}
      />
      <Flex gap={8} wrap="wrap" mt={8}>
        <Button type="submit" size="compact-sm" loading={isBusy}>
          {t('Fields.user.save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('Fields.user.cancel')}
        </Button>
      </Flex>
    </form>
  );
}
