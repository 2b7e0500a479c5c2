import { accountCurrencies } from '@botscope/contract';
import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyNames } from '../../../../../platform/i18n/currency-names.ts';
import { useSession } from '../../../../../platform/session/session.ts';

export type AccountCurrency = (typeof accountCurrencies)[number];

const names = {
  report_currency: ['Profile.general.reportCurrency', 'Profile.general.reportCurrencyHint'],
  currency: ['Profile.general.currency', 'Profile.general.currencyHint'],
} as const;

/** One of the account's two currencies. */
export function CurrencyField(props: { of: keyof typeof names; onChoose(currency: AccountCurrency): void }) {
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
