import { type Account, languages, selfHostedTariff } from '@botscope/contract';

/** The account as the dashboard gets it. */
export function presentAccount(row: { id: string; email: string | null; locale: string; time_zone: string }): Account {
  return {
    key: row.id,
    email: row.email,
    locale: languages.find((language) => language === row.locale) ?? 'en',
    time_zone: row.time_zone,
    tariff: selfHostedTariff,
    tid: null,
    expiration_date: null,
    bill_sum: 0,
    currency: 'RUB',
    report_currency: 'RUB',
  };
}
