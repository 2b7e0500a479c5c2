import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { providerTexts } from '../shared/provider-texts.ts';
import { isElsewhere } from './check-values.ts';
import { fieldsOf } from './form-values.ts';
import { ProviderInput } from './provider-input.tsx';
import type { IntegrationForm } from './use-integration-form.ts';

/** Name, settings and secrets of an integration: one field for each of the provider's descriptor. */
export function ConnectFields({ form }: { form: IntegrationForm }) {
  const { t } = useTranslation();
  const { provider, saved, values, problems, change } = form;
  const mustRepeat = isElsewhere(provider, values, saved) && Object.keys(saved?.secrets ?? {}).length > 0;
  return (
    <Stack gap={20} maw={640}>
      <TextInput
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="name"
        label={t('IntegrationForm.name')}
        description={t('IntegrationForm.nameHint', { name: providerTexts(t, provider).name })}
        value={values.name}
        error={problems.name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {fieldsOf(provider).map((field) => (
        <ProviderInput key={field.key} form={form} field={field} />
      ))}
      {mustRepeat && <Notice tone="warn">{t('IntegrationForm.secretsAgain')}</Notice>}
    </Stack>
  );
}

/** What a provider does, what leaves for it, and where to get its keys. */
export function AboutProvider({ provider }: Pick<IntegrationForm, 'provider'>) {
  const { t } = useTranslation();
  const { leaves, steps } = providerTexts(t, provider);
  const lines = Object.entries(steps);
  return (
    <Stack gap={16} mb={24} maw="68ch">
      <Notice>
        <strong>{t('IntegrationForm.leaves')}</strong> {leaves}
      </Notice>
      {lines.length > 0 && (
        <Stack component="ol" gap={6} pl={20} m={0} style={{ listStyle: 'decimal' }}>
          {lines.map(([key, step]) => (
            <li key={key}>{step}</li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
