import type { Bot } from '@botscope/contract';
import { providerDescriptors } from '@botscope/contract';
import { Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Section } from '../../../ui/section.tsx';
import { targetsQuery } from '../../targets/public/targets-data.ts';
import { providerTexts } from '../shared/provider-texts.ts';
import type { IntegrationForm } from './use-integration-form.ts';

/** Names of the chosen events at the provider, where it has names of its own; a target may have one apart. */
export function ProviderNames({ form, bot }: { form: IntegrationForm; bot: Bot }) {
  const { t } = useTranslation();
  const { provider, values, problems, change } = form;
  const { names, defaultNames = {} } = providerDescriptors[provider];
  const isOpen = may(bot, 'convers.view') && names !== 'none';
  const targets = useQuery({ ...targetsQuery(bot.key), enabled: isOpen }).data ?? [];
  if (names === 'none') return null;
  const rows = values.types.flatMap((type) => [
    {
      key: type as string,
      label: t(`IntegrationEvents.${type}.name`),
      usual: defaultNames[type] ?? (names === 'optional' ? type : ''),
    },
    ...(type === 'conversion.reached'
      ? targets
          .filter(({ target_id }) => values.targets.length === 0 || values.targets.includes(target_id))
          .map(({ target_id, name }) => ({ key: `${type}:${target_id}`, label: name, usual: '' }))
      : []),
  ]);
  const providerName = providerTexts(t, provider).name;
  return (
    <Section title={t('IntegrationForm.names.title', { name: providerName })}>
      <p>{t(names === 'required' ? 'IntegrationForm.names.required' : 'IntegrationForm.names.optional')}</p>
      {problems.providerNames && (
        <Text role="alert" size="sm" c="var(--bs-bad)" mb={12}>
          {t('IntegrationForm.names.missing')}
        </Text>
      )}
      <Stack gap={12} maw={640}>
        {rows.map(({ key, label, usual }) => (
          <TextInput
            key={key}
            label={label}
            placeholder={usual}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={values.providerNames[key] ?? ''}
            aria-invalid={problems.providerNames !== undefined}
            onChange={(event) =>
              change({ providerNames: { ...values.providerNames, [key]: event.currentTarget.value } })
            }
          />
        ))}
      </Stack>
    </Section>
  );
}
