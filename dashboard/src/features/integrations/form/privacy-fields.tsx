import { providerDescriptors } from '@botscope/contract';
import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { Section } from '../../../ui/section.tsx';
import { Note } from '../../../ui/words.tsx';
import { providerTexts } from '../shared/provider-texts.ts';
import type { IntegrationForm } from './use-integration-form.ts';

/** What is said of users, each choice with its consequence. */
export function PrivacyFields({ form }: { form: IntegrationForm }) {
  const { t } = useTranslation();
  const { provider, values, change } = form;
  const { forgetsUsers } = providerDescriptors[provider];
  return (
    <Section title={t('IntegrationForm.privacy.title')}>
      <Stack gap={20}>
        <OptionCards
          label={t('IntegrationForm.privacy.ids')}
          name="user_ids"
          value={values.userIds}
          options={(['hashed', 'plain'] as const).map((value) => ({
            value,
            label: t(`IntegrationForm.privacy.${value}.name`),
            text: t(`IntegrationForm.privacy.${value}.text`),
          }))}
          onChange={(userIds) => change({ userIds })}
        />
        <Checkbox
          label={t('IntegrationForm.privacy.names')}
          description={t('IntegrationForm.privacy.namesHint')}
          checked={values.sendsNames}
          onChange={(event) => change({ sendsNames: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('IntegrationForm.privacy.texts')}
          description={t('IntegrationForm.privacy.textsHint')}
          checked={values.sendsTexts}
          onChange={(event) => change({ sendsTexts: event.currentTarget.checked })}
        />
        <Note>
          {t(forgetsUsers ? 'IntegrationForm.privacy.forgets' : 'IntegrationForm.privacy.keeps', {
            name: providerTexts(t, provider).name,
          })}
        </Note>
      </Stack>
    </Section>
  );
}
