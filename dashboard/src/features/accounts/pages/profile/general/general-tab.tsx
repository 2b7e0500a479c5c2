import '@mantine/core/styles/Combobox.layer.css';
import { accountCurrencies, api, type Language, languages } from '@botscope/contract';
import { Select, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../../../platform/api/call.ts';
import { showDone, showError } from '../../../../../platform/errors/error-mapping.ts';
import { currencyNames } from '../../../../../platform/i18n/currency-names.ts';
import { languageNames, useLanguage } from '../../../../../platform/session/language.ts';
import { useSession } from '../../../../../platform/session/session.ts';
import { Section } from '../../../../../ui/section.tsx';
import { keepUser } from '../../../public/account-data.ts';
import { zoneOption, zoneOptions } from './zones.ts';

type AccountCurrency = (typeof accountCurrencies)[number];

const names = {
  report_currency: ['Profile.general.reportCurrency', 'Profile.general.reportCurrencyHint'],
  currency: ['Profile.general.currency', 'Profile.general.currencyHint'],
} as const;

/** One of the account's two currencies. */
function CurrencyField(props: { of: keyof typeof names; onChoose(currency: AccountCurrency): void }) {
  const { of, onChoose } = props;
  const { t, i18n } = useTranslation();
  const userCurrency = useSession().user?.[of] ?? 'RUB';
  const [label, hint] = names[of];
  const choices = useMemo(() => {
    const nameOf = currencyNames(i18n.language);
    return accountCurrencies.map((value) => ({ value, label: nameOf(value) }));
  }, [i18n.language]);
  return (
    <Select
      label={t(label)}
      description={t(hint)}
      data={choices}
      value={userCurrency}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('Profile.general.noCurrency')}
      onChange={(currency) => currency !== null && currency !== userCurrency && onChoose(currency as AccountCurrency)}
    />
  );
}

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

/** The account's time zone, with all that the browser knows to choose from. */
function ZoneField({ onChoose }: { onChoose(zone: string): void }) {
  const { t } = useTranslation();
  const userZone = useSession().user?.time_zone ?? 'UTC';
  const [isOpened, setOpened] = useState(false);
  const zones = useMemo(
    () => (isOpened ? zoneOptions(userZone, Date.now()) : [zoneOption(userZone, Date.now())]),
    [isOpened, userZone],
  );
  return (
    <Select
      label={t('Profile.general.timeZone')}
      description={t('Profile.general.timeZoneHint')}
      data={zones}
      value={userZone}
      allowDeselect={false}
      searchable
      limit={100}
      nothingFoundMessage={t('Profile.general.noZone')}
      onFocus={() => setOpened(true)}
      onChange={(zone) => zone !== null && zone !== userZone && onChoose(zone)}
    />
  );
}
