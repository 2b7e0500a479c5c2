import { type Bot, type CustomField, fieldTypes } from '@botscope/contract';
import { Button, Checkbox, Flex, NativeSelect, Text, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import dialog from '../../../ui/dialog.module.css';
import { problemText } from '../../../ui/field-errors.ts';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { type Draft, useDraft } from '../../../ui/use-draft.ts';
import { useFieldUses } from '../../users/public/field-uses.ts';
import { createField, updateField } from '../public/fields-data.ts';
import { emptyField, type FormValues, findProblems, toDraft, toFormValues } from './field-values.ts';
import { UsedIn } from './used-in.tsx';

interface FieldFormProps {
  bot: Bot;
  /** Null adds one. */
  field: CustomField | null;
  readOnly: boolean;
  onClose(): void;
}

/** Name, key, type and settings of a field. */
export function FieldForm({ bot, field, readOnly, onClose }: FieldFormProps) {
  const { t } = useTranslation();
  const draft = useDraft<FormValues>({
    saved: field === null ? emptyField : toFormValues(field),
    schema: null,
    check: (values) =>
      Object.fromEntries(
        Object.entries(findProblems(values)).map(([name, problem]) => [
          name,
          problem === 'RequiredFields' || problem === 'InvalidKey'
            ? problemText(t, { code: problem })
            : t(`Fields.form.${problem}`),
        ]),
      ),
    places: { InvalidKey: 'key', KeyTaken: 'key' },
    send: async (values) => {
      const fieldDraft = toDraft(values);
      if (field === null) await createField(bot.key, fieldDraft);
      else await updateField(bot.key, field.key, fieldDraft);
      showDone(t(field === null ? 'Fields.done.added' : 'Fields.done.saved', { name: fieldDraft.name }));
      onClose();
    },
  });
  const { values, problems, failure, state, change } = draft;
  const isKept = field !== null;
  const findUses = useFieldUses(bot);
  return (
    <form {...draft.form} className={dialog.body}>
      <TextInput
        data-autofocus
        name="name"
        label={t('Fields.form.name')}
        value={values.name}
        error={problems.name}
        readOnly={readOnly}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        name="key"
        label={t('Fields.form.key')}
        description={t(isKept ? 'Fields.form.keyFixed' : 'Fields.form.keyHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.key}
        error={problems.key}
        readOnly={readOnly || isKept}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => change({ key: event.currentTarget.value })}
      />
      <NativeSelect
        name="type"
        label={t('Fields.form.type')}
        description={isKept ? t('Fields.form.typeFixed') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.type}
        disabled={readOnly || isKept}
        data={fieldTypes.map((value) => ({ value, label: t(`Fields.types.${value}`) }))}
        onChange={(event) =>
          change({ type: fieldTypes.find((type) => type === event.currentTarget.value) ?? values.type })
        }
      />
      <SettingFields values={values} problems={problems} readOnly={readOnly} change={change} />
      {field !== null && (
        <div>
          <Text size="sm" fw={500}>
            {t('Fields.columns.uses')}
          </Text>
          <UsedIn uses={findUses?.(field.key)} />
        </div>
      )}
      <FormFailure code={failure?.code ?? null} detail={failure?.words ?? ''} />
      <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
        <Button variant="default" onClick={onClose}>
          {t(readOnly ? 'Fields.importing.close' : 'Fields.form.cancel')}
        </Button>
        {!readOnly && (
          <Button type="submit" loading={state === 'busy'}>
            {t(isKept ? 'Fields.form.save' : 'Fields.form.create')}
          </Button>
        )}
      </Flex>
    </form>
  );
}

interface SettingFieldsProps extends Pick<Draft<FormValues>, 'values' | 'problems' | 'change'> {
  readOnly: boolean;
}

/** The settings that belong to the chosen type. */
function SettingFields({ values, problems, readOnly, change }: SettingFieldsProps) {
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
