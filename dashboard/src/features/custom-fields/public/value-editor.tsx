import type { FieldValue, PersonField } from '@botscope/contract';
import { Button, Flex, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../platform/api/api-error.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { hasTime, optionsOf } from '../shared/field-words.ts';
import { setPersonField } from './fields-data.ts';

interface ValueEditorProps {
  bot: string;
  userId: number;
  field: PersonField;
  onClose(): void;
}

/** A value while it is edited: Enter saves, Escape leaves it as it is, an empty one is removed. */
export function ValueEditor({ bot, userId, field, onClose }: ValueEditorProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => typedValue(field));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await setPersonField(bot, userId, { field: field.key, value: readTyped(field, text) });
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
  const input = {
    'aria-label': field.name,
    value: text,
    error: problem,
    'data-autofocus': true,
    autoFocus: true,
    onChange: (event: { currentTarget: { value: string } }) => {
      setText(event.currentTarget.value);
      setProblem(null);
    },
  };
  return (
    <form onSubmit={save} onKeyDown={onKeyDown} noValidate>
      {choicesOf(field, t) !== null ? (
        <NativeSelect {...input} data={choicesOf(field, t) ?? []} />
      ) : field.type === 'list' ? (
        <Textarea {...input} rows={4} description={t('Fields.person.listHint')} />
      ) : (
        <TextInput {...input} {...inputKind(field)} maxLength={4096} autoComplete="off" />
      )}
      <Flex gap={8} wrap="wrap" mt={8}>
        <Button type="submit" size="compact-sm" loading={isBusy}>
          {t('Fields.person.save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('Fields.person.cancel')}
        </Button>
      </Flex>
    </form>
  );
}

/** What can be chosen, nothing first; null where a value is typed. */
function choicesOf(field: PersonField, t: TFunction): { value: string; label: string }[] | null {
  const nothing = { value: '', label: t('Fields.person.noValue') };
  if (field.type === 'choice') return [nothing, ...optionsOf(field)];
  if (field.type !== 'boolean') return null;
  return [nothing, { value: 'true', label: t('Fields.person.yes') }, { value: 'false', label: t('Fields.person.no') }];
}

function inputKind(field: PersonField): { type?: string; inputMode?: 'decimal' | 'url' } {
  if (field.type === 'date') return { type: hasTime(field) ? 'datetime-local' : 'date' };
  if (field.type === 'number') return { inputMode: 'decimal' };
  return field.type === 'link' ? { inputMode: 'url' } : {};
}

/** A moment in the form of the browser's own date input, in the reader's time zone. */
function localMoment(value: string): string {
  const moment = new Date(value);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function typedValue(field: PersonField): string {
  const { value, type } = field;
  if (value === null) return '';
  if (Array.isArray(value)) return value.join('\n');
  if (type === 'date' && typeof value === 'string') return hasTime(field) ? localMoment(value) : value.slice(0, 10);
  return String(value);
}

/** What the server checks: null for nothing. */
function readTyped(field: PersonField, text: string): FieldValue | null {
  const typed = text.trim();
  if (typed === '') return null;
  if (field.type === 'list') return typed.split('\n');
  if (field.type === 'number') return typed.replace(/\s/g, '').replace(',', '.');
  if (hasTime(field)) return new Date(typed).toISOString();
  return field.type === 'text' ? text : typed;
}
