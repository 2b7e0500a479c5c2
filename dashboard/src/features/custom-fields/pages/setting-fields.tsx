import type { TextInputProps } from '@mantine/core';
import { Checkbox, Flex, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../../../ui/use-draft.ts';
import type { FormValues } from './field-values.ts';

interface SettingFieldsProps extends Pick<Draft<FormValues>, 'values' | 'problems' | 'change'> {
  readOnly: boolean;
}

/** The settings that belong to the chosen type. */
export function SettingFields({ values, problems, readOnly, change }: SettingFieldsProps) {
  const { t } = useTranslation();
  const number = (name: 'maxLength' | 'min' | 'max' | 'maxItems'): TextInputProps => ({
    name,
    label: t(`Fields.form.${name}`),
    placeholder: t('Fields.form.optional'),
    inputMode: 'decimal',
    value: values[name],
    error: problems[name],
    readOnly,
    maxLength: 20,
    autoComplete: 'off',
    onChange: (event) => change({ [name]: event.currentTarget.value }),
  });
  switch (values.type) {
    case 'text':
      return <TextInput {...number('maxLength')} />;
    case 'number':
      return (
        <>
          <Flex gap={12} wrap="wrap">
            <TextInput flex="1 1 140px" {...number('min')} />
            <TextInput flex="1 1 140px" {...number('max')} />
          </Flex>
          <TextInput
            name="unit"
            label={t('Fields.form.unit')}
            description={t('Fields.form.unitHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={t('Fields.form.optional')}
            value={values.unit}
            readOnly={readOnly}
            maxLength={16}
            autoComplete="off"
            onChange={(event) => change({ unit: event.currentTarget.value })}
          />
        </>
      );
    case 'date':
      return (
        <Checkbox
          name="withTime"
          label={t('Fields.form.withTime')}
          checked={values.withTime}
          disabled={readOnly}
          onChange={(event) => change({ withTime: event.currentTarget.checked })}
        />
      );
    case 'choice':
      return (
        <Textarea
          name="options"
          label={t('Fields.form.options')}
          description={t('Fields.form.optionsHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={6}
          value={values.options}
          error={problems.options}
          readOnly={readOnly}
          spellCheck={false}
          onChange={(event) => change({ options: event.currentTarget.value })}
        />
      );
    case 'list':
      return <TextInput {...number('maxItems')} />;
    default:
      return null;
  }
}
