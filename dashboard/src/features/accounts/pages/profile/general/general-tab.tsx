import '@mantine/core/styles/Combobox.layer.css';
import { api, type Language, languages } from '@botscope/contract';
import { Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../../../platform/api/call.ts';
import { showDone, showError } from '../../../../../platform/errors/error-mapping.ts';
import { languageNames, useLanguage } from '../../../../../platform/session/language.ts';
import { Section } from '../../../../../ui/section.tsx';
import { keepUser } from '../../../public/account-data.ts';
import { CurrencyField } from './currency-field.tsx';
import { ZoneField } from './zone-field.tsx';

/** Language, time zone and currencies of reports and pages; each is saved when it is chosen. */
export function GeneralTab() {
  const { t } = useTranslation();
  const { language, choose } = useLanguage();
  /** Saves a choice; what the reports are counted by makes them load again. */
  const save = async (send: () => Promise<{ user: Parameters<typeof keepUser>[0] }>, affectsReports: boolean) => {
    try {
      keepUser((await send()).user);
      if (affectsReports) await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'init' });
      showDone(t('Profile.saved'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Section title={t('Profile.general.title')}>
      <Stack gap={20} maw={400}>
        <Select
          label={t('Profile.general.language')}
          description={t('Profile.general.languageHint')}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => value && choose(value as Language)}
        />
        <ZoneField onChoose={(time_zone) => save(() => call(api.setTimeZone, { query: { time_zone } }), true)} />
        <CurrencyField
          of="report_currency"
          onChoose={(report_currency) => save(() => call(api.setReportCurrency, { query: { report_currency } }), true)}
        />
        <CurrencyField
          of="currency"
          onChoose={(currency) => save(() => call(api.setCurrency, { query: { currency } }), false)}
        />
      </Stack>
    </Section>
  );
}
