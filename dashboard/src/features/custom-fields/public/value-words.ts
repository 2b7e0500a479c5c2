import { type CustomField, type FieldValue, fieldSettings } from '@botscope/contract';
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import type { Formats } from '../../../platform/i18n/formats.ts';

type Field = Pick<CustomField, 'type' | 'settings'>;

/** The options of a choice, with their labels. */
export function listOptions({ type, settings }: Field): { value: string; label: string }[] {
  if (type !== 'choice') return [];
  const parsedSettings = z.safeParse(fieldSettings.choice, settings);
  return parsedSettings.success
    ? parsedSettings.data.options.map(({ value, label }) => ({ value, label: label || value }))
    : [];
}

/** True where a date has a time of day. */
export const hasTime = ({ type, settings }: Field): boolean => type === 'date' && settings.with_time === true;

/** A value as users read it. Dates without a time are days everywhere, so they are not moved to a time zone. */
export function valueWords(
  field: Field,
  value: FieldValue,
  { t, format, language }: { t: TFunction; format: Formats; language: string },
): string {
  if (typeof value === 'boolean') return t(value ? 'Fields.user.yes' : 'Fields.user.no');
  if (typeof value === 'number') {
    const { unit } = field.settings;
    return `${format.number(value)}${typeof unit === 'string' && unit !== '' ? ` ${unit}` : ''}`;
  }
  if (Array.isArray(value)) return value.join(', ');
  if (field.type === 'date') {
    if (hasTime(field)) return format.moment(value);
    return new Date(value).toLocaleDateString(language, {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    });
  }
  if (field.type === 'choice') return listOptions(field).find((option) => option.value === value)?.label ?? value;
  return value;
}

/** Long words wrap, and lines stay lines. */
export const wrapped = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const;
