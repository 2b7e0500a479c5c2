import type { CustomField, FieldValue } from '@botscope/contract';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasTime, listOptions } from './value-words.ts';

type Field = Pick<CustomField, 'type' | 'settings'>;

interface ValueInputProps {
  field: Field;
  /** As it is typed: see `typedValue` and `readTyped`. */
  text: string;
  error: ReactNode;
  label?: string;
  'aria-label'?: string;
  autoFocus?: boolean;
  onChange(text: string): void;
}

/** A value while it is typed, in the input of its field's type. Needs the texts `Fields`. */
export function ValueInput({ field, text, onChange, ...props }: ValueInputProps) {
  const { t } = useTranslation();
  const input = {
    ...props,
    value: text,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  const choices = buildChoices(field, t);
  if (choices !== null) return <NativeSelect {...input} data={choices} />;
  if (field.type === 'list') return <Textarea {...input} rows={4} description={t('Fields.user.listHint')} />;
  return <TextInput {...input} {...inputKind(field)} maxLength={4096} autoComplete="off" />;
}

/** Returns the options of a field, the empty one first; null where a value is typed. */
function buildChoices(field: Field, t: TFunction): { value: string; label: string }[] | null {
  const nothing = { value: '', label: t('Fields.user.noValue') };
  if (field.type === 'choice') return [nothing, ...listOptions(field)];
  if (field.type !== 'boolean') return null;
  return [nothing, { value: 'true', label: t('Fields.user.yes') }, { value: 'false', label: t('Fields.user.no') }];
}

function inputKind(field: Field): { type?: string; inputMode?: 'decimal' | 'url' } {
  if (field.type === 'date') return { type: hasTime(field) ? 'datetime-local' : 'date' };
  if (field.type === 'number') return { inputMode: 'decimal' };
  return field.type === 'link' ? { inputMode: 'url' } : {};
}

/** A moment in the form of the browser's own date input, in the reader's time zone. */
function localMoment(value: string): string {
  const moment = new Date(value);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function typedValue(field: Field, value: FieldValue | null): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join('\n');
  if (field.type === 'date' && typeof value === 'string') {
    return hasTime(field) ? localMoment(value) : value.slice(0, 10);
  }
  return String(value);
}

/** Converts typed text to the value that the server checks: null for nothing. */
export function readTyped(field: Field, text: string): FieldValue | null {
  const trimmedText = text.trim();
  if (trimmedText === '') return null;
  if (field.type === 'list') return trimmedText.split('\n');
  if (field.type === 'number') return trimmedText.replace(/\s/g, '').replace(',', '.');
  if (hasTime(field)) return new Date(trimmedText).toISOString();
  return field.type === 'text' ? text : trimmedText;
}
