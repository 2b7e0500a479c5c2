import { type Integration, providerDescriptors } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { SaveRow } from '../../../ui/save-row.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useUnsaved } from '../../../ui/unsaved.ts';
import { updateIntegration } from '../data/integrations-data.ts';
import { ChooseFields } from '../form/choose-fields.tsx';
import { ConnectFields } from '../form/connect-fields.tsx';
import { savedValues } from '../form/form-values.ts';
import { PreviewSection } from '../form/preview-section.tsx';
import { PrivacyFields } from '../form/privacy-fields.tsx';
import { TestSection } from '../form/test-section.tsx';
import { useFormAction, useIntegrationForm } from '../form/use-integration-form.ts';
import { providerTexts } from '../shared/provider-texts.ts';
import type { SectionProps } from './parts.ts';

/** Settings of the integration: a form for those who may change it, facts for all others. */
export function SettingsTab({ integration, bot, mayManage }: SectionProps) {
  const { t } = useTranslation();
  return (
    <>
      {mayManage ? <SettingsForm integration={integration} bot={bot} /> : <SettingsFacts integration={integration} />}
      {may(bot, 'permissions.manage') && (
        <Section title={t('IntegrationDetails.history.title')}>
          <p>{t('IntegrationDetails.history.text')}</p>
          <TextLink to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'audit' }}>
            {t('IntegrationDetails.history.open')}
          </TextLink>
        </Section>
      )}
    </>
  );
}

function SettingsForm({ integration, bot }: Omit<SectionProps, 'mayManage'>) {
  const { t } = useTranslation();
  const form = useIntegrationForm({
    provider: integration.provider,
    saved: integration,
    initial: () => savedValues(integration),
  });
  const { busy, failure, run } = useFormAction(form);
  const isDirty = JSON.stringify(form.values) !== JSON.stringify(savedValues(integration));
  useUnsaved(isDirty);
  const save = () =>
    run(async (draft) => {
      const updated = await updateIntegration(integration, draft);
      form.reset(savedValues(updated));
      showDone(t('IntegrationDetails.done.saved', { name: updated.name }));
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div ref={form.box}>
        <Section title={t('IntegrationForm.steps.connect')}>
          <ConnectFields form={form} />
        </Section>
        <ChooseFields form={form} bot={bot} />
        <PrivacyFields form={form} />
        <PreviewSection form={form} bot={bot} />
        <TestSection form={form} bot={bot} />
      </div>
      <Section title={t('IntegrationDetails.save.title')}>
        <p>{t('IntegrationDetails.save.text')}</p>
        <SaveRow
          draft={{
            state: busy ? 'busy' : isDirty ? 'dirty' : 'idle',
            failure,
            discard: () => form.reset(savedValues(integration)),
          }}
        />
      </Section>
    </form>
  );
}

/** What those may read who may not change it: secrets only by their end. */
function SettingsFacts({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const { provider, settings, secrets } = integration;
  const { fields } = providerTexts(t, provider);
  const facts = providerDescriptors[provider].fields.flatMap(({ key }): [string, string][] => {
    const hint = secrets[key];
    const value = hint === undefined ? settings[key] : hint === '' ? '•••' : `…${hint}`;
    return value === undefined || value === '' ? [] : [[fields[key]?.label ?? key, String(value)]];
  });
  return (
    <Section title={t('IntegrationForm.steps.connect')}>
      <Facts facts={[[t('IntegrationForm.name'), integration.name], ...facts]} />
    </Section>
  );
}
