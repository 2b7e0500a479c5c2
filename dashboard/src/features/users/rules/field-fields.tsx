import {
  comparesField,
  type FieldType,
  fieldSettings,
  operatorsOfField,
  type SegmentCondition,
} from '@botscope/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFields } from '../data/use-fields.ts';
import type { FieldsProps } from './fields-props.ts';

type FieldCondition = Extract<SegmentCondition, { kind: 'field' }>;

/** A condition on a custom field: which, how it is compared, and with what. */
export function FieldFields({ bot, condition, problems, onChange }: FieldsProps<FieldCondition>) {
  const { t } = useTranslation();
  const fields = useFields(bot).filter(({ status, key }) => status !== 'archived' || key === condition.key);
  const field = fields.find(({ key }) => key === condition.key);
  const operators = field ? operatorsOfField[field.type] : [];
  return (
    <>
      <NativeSelect
        label={t('Users.starts.field')}
        value={condition.key}
        error={problems.has('key') ? t('Users.editor.chooseField') : undefined}
        description={fields.length === 0 ? t('Users.editor.noFields') : undefined}
        data={[
          { value: '', label: t('Users.editor.choose') },
          ...fields.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const selectedField = fields.find(({ key }) => key === value);
          const [operator = 'is_set'] = selectedField ? operatorsOfField[selectedField.type] : [];
          onChange({ kind: 'field', key: value, is: operator, values: [] });
        }}
      />
      {field && (
        <NativeSelect
          label={t('Users.editor.compare')}
          value={condition.is}
          data={operators.map((operator) => ({ value: operator, label: t(`Users.editor.operators.${operator}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const operator = operators.find((one) => one === value) ?? condition.is;
            onChange({ ...condition, is: operator, values: comparesField(operator) ? condition.values : [] });
          }}
        />
      )}
      {field && comparesField(condition.is) && (
        <ValueField
          type={field.type}
          options={listOptions(field)}
          condition={condition}
          error={problems.has('values') ? t('General.ErrorsText.RequiredFields') : undefined}
          onChange={onChange}
        />
      )}
    </>
  );
}

interface ValueFieldProps {
  type: FieldType;
  /** Options of a choice. */
  options: readonly { value: string; label: string }[];
  condition: FieldCondition;
  error: string | undefined;
  onChange(condition: FieldCondition): void;
}

function ValueField({ type, options, condition, error, onChange }: ValueFieldProps) {
  const { t } = useTranslation();
  const [value = ''] = condition.values;
  const set = (next: string) => onChange({ ...condition, values: next === '' ? [] : [next] });
  const isDays = condition.is === 'in_last_days';
  if (type === 'boolean' || type === 'choice') {
    const truths = [
      { value: 'yes', label: t('Users.editor.yes') },
      { value: 'no', label: t('Users.editor.no') },
    ];
    return (
      <NativeSelect
        label={t('Users.editor.value')}
        value={value}
        error={error}
        data={[{ value: '', label: t('Users.editor.choose') }, ...(type === 'boolean' ? truths : options)]}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      label={isDays ? t('Users.editor.days') : t('Users.editor.value')}
      type={isDays || type === 'number' ? 'number' : type === 'date' ? 'date' : 'text'}
      {...(isDays ? { min: 1, max: 9_999 } : { step: 'any' })}
      error={error}
      defaultValue={value}
      key={condition.is}
      onChange={(event) => set(event.currentTarget.value.trim())}
    />
  );
}

function listOptions({ type, settings }: { type: FieldType; settings: Record<string, unknown> }) {
  const parsedSettings = type === 'choice' ? fieldSettings.choice.safeParse(settings) : null;
  return (parsedSettings?.data?.options ?? []).map(({ value, label }) => ({ value, label: label ?? value }));
}
