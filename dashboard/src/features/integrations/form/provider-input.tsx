import type { ProviderField } from '@botscope/contract';
import { Button, Checkbox, Flex, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Note } from '../../../ui/words.tsx';
import { providerTexts } from '../shared/provider-texts.ts';
import { isElsewhere } from './check-values.ts';
import { isSecret } from './form-values.ts';
import { generatedSecrets, generateSecret } from './generated-secrets.ts';
import type { IntegrationForm } from './use-integration-form.ts';

interface ProviderInputProps {
  form: IntegrationForm;
  field: ProviderField;
}

/** The input of one field of a provider, by its kind. */
export function ProviderInput({ form, field }: ProviderInputProps) {
  const { t } = useTranslation();
  const { provider, values, problems, changeField } = form;
  const { key, input, options = [], placeholder } = field;
  const texts = providerTexts(t, provider).fields[key];
  const raw = values.fields[key] ?? '';
  const shared = {
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    name: key,
    label: texts?.label ?? key,
    description: texts?.hint,
    error: problems[`fields.${key}`],
  };
  if (input === 'switch') {
    return (
      <Checkbox
        name={key}
        label={shared.label}
        description={shared.description}
        error={shared.error}
        checked={raw === true}
        onChange={(event) => changeField(key, event.currentTarget.checked)}
      />
    );
  }
  const value = String(raw);
  const onChange = (event: { currentTarget: { value: string } }) => changeField(key, event.currentTarget.value);
  const typed = { ...shared, value, autoComplete: 'off', spellCheck: false, placeholder: placeholder ?? '', onChange };
  if (isSecret(provider, key)) return <SecretInput form={form} field={field} typed={typed} />;
  if (input === 'choice') {
    return (
      <NativeSelect
        {...shared}
        value={value}
        data={options.map((option) => ({ value: option, label: texts?.options?.[option] ?? option }))}
        onChange={onChange}
      />
    );
  }
  if (input === 'lines' || input === 'document') return <Textarea {...typed} rows={input === 'lines' ? 3 : 6} />;
  return <TextInput {...typed} inputMode={input === 'number' ? 'numeric' : undefined} />;
}

interface SecretInputProps extends ProviderInputProps {
  typed: Parameters<typeof PasswordInput>[0] & { value: string };
}

/** A secret: what is kept is only hinted at, and stays unless a new one is entered. */
function SecretInput({ form, field, typed }: SecretInputProps) {
  const { t } = useTranslation();
  const { provider, saved, values, changeField } = form;
  const { key, input } = field;
  const hint = isElsewhere(provider, values, saved) ? undefined : saved?.secrets[key];
  const kept = hint === undefined ? '' : t('IntegrationForm.kept', { hint: hint === '' ? '•••' : `…${hint}` });
  const mayGenerate = generatedSecrets(provider).includes(key) && saved === null;
  const { value, onChange, description, inputWrapperOrder, name, label, error, placeholder } = typed;
  const shown = {
    ...{ value, inputWrapperOrder, name, label, error, autoComplete: 'off', spellCheck: false, onChange },
    description: [kept, description].filter(Boolean).join(' '),
    placeholder: hint === undefined || hint === '' ? placeholder : `…${hint}`,
  };
  if (input === 'lines' || input === 'document') {
    return (
      <Textarea {...(shown as Parameters<typeof Textarea>[0])} rows={input === 'lines' ? 2 : 6} autoCapitalize="none" />
    );
  }
  return (
    <div>
      <PasswordInput
        {...(shown as Parameters<typeof PasswordInput>[0])}
        autoComplete="new-password"
        aria-invalid={error !== undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('General.ShowPassword') }}
      />
      {mayGenerate && (
        <Flex gap={8} wrap="wrap" mt={8}>
          {value !== '' && <CopyButton value={value} label={t('IntegrationForm.copySecret')} />}
          <Button size="compact-sm" variant="default" onClick={() => changeField(key, generateSecret(provider, key))}>
            {t('IntegrationForm.generate')}
          </Button>
        </Flex>
      )}
      {mayGenerate && value !== '' && <Note>{t('IntegrationForm.copyNow')}</Note>}
    </div>
  );
}
