import { type CustomField, type FieldType, fieldSettings, isFieldKey } from '@botscope/contract';
import * as z from 'zod/mini';
import type { FieldDraft } from '../public/fields-data.ts';

/** The form's fields, numbers as typed. What was typed for one type stays while another is looked at. */
export interface FormValues {
  name: string;
  key: string;
  type: FieldType;
  maxLength: string;
  min: string;
  max: string;
  unit: string;
  withTime: boolean;
  /** One a line: `value` or `value = label`. */
  options: string;
  maxItems: string;
}

export const emptyField: FormValues = {
  ...{ name: '', key: '', type: 'text', maxLength: '', min: '', max: '', unit: '' },
  ...{ withTime: false, options: '', maxItems: '' },
};

const toText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

export function toFormValues({ name, key, type, settings }: CustomField): FormValues {
  const choice = z.safeParse(fieldSettings.choice, settings);
  const options = choice.success ? choice.data.options : [];
  return {
    ...{ name, key, type },
    maxLength: toText(settings.max_length),
    min: toText(settings.min),
    max: toText(settings.max),
    unit: toText(settings.unit),
    withTime: settings.with_time === true,
    options: options.map(({ value, label }) => (label ? `${value} = ${label}` : value)).join('\n'),
    maxItems: toText(settings.max_items),
  };
}

/** `9,5` as well as `9.5`; undefined for nothing, NaN for what is no number. */
function parseNumber(text: string): number | undefined {
  const digits = text.replace(/\s/g, '').replace(',', '.');
  if (digits === '') return undefined;
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}

const parseOptions = (text: string): { value: string; label?: string }[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const index = line.indexOf(' = ');
      return index < 0 ? { value: line } : { value: line.slice(0, index).trim(), label: line.slice(index + 3).trim() };
    });

function buildSettings(values: FormValues): Record<string, unknown> {
  switch (values.type) {
    case 'text':
      return { max_length: parseNumber(values.maxLength) };
    case 'number':
      return { min: parseNumber(values.min), max: parseNumber(values.max), unit: values.unit.trim() || undefined };
    case 'date':
      return values.withTime ? { with_time: true } : {};
    case 'choice':
      return { options: parseOptions(values.options) };
    case 'list':
      return { max_items: parseNumber(values.maxItems) };
    default:
      return {};
  }
}

export const toDraft = (values: FormValues): FieldDraft => ({
  name: values.name.trim(),
  key: values.key.trim(),
  type: values.type,
  settings: buildSettings(values),
});

type Problem = 'RequiredFields' | 'InvalidKey' | 'wrongNumber' | 'wrongRange' | 'wrongOptions';

const formFields: Readonly<Record<string, keyof FormValues>> = {
  max_length: 'maxLength',
  max_items: 'maxItems',
  min: 'min',
  max: 'max',
  options: 'options',
};

/** Returns the problems by field of the form. */
export function findProblems(values: FormValues): Partial<Record<keyof FormValues, Problem>> {
  const { name, key, type, settings } = toDraft(values);
  const problems: Partial<Record<keyof FormValues, Problem>> = {};
  if (name === '') problems.name = 'RequiredFields';
  if (key === '') problems.key = 'RequiredFields';
  else if (!isFieldKey(key)) problems.key = 'InvalidKey';
  const { min, max } = settings;
  if (typeof min === 'number' && typeof max === 'number' && min > max) problems.max = 'wrongRange';
  const result = z.safeParse(fieldSettings[type], settings);
  for (const { path } of result.error?.issues ?? []) {
    const field = formFields[String(path[0])];
    if (field !== undefined) problems[field] = field === 'options' ? 'wrongOptions' : 'wrongNumber';
  }
  return problems;
}
