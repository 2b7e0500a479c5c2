import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyNames } from '../../../../platform/i18n/currency-names.ts';
import { OptionCards } from '../../../../ui/option-cards.tsx';
import classes from './targets.module.css';
import type { FieldsProps } from './trigger-fields.tsx';

/** Currencies that bots are paid in most come first: Telegram Stars have no country. */
const usual = ['XTR', 'RUB', 'USD', 'EUR', 'UAH', 'KZT', 'BYN', 'UZS', 'GBP', 'TRY', 'INR', 'BRL'] as const;

/** Currencies to choose from, with their names in a language; `ownCurrency` is offered also when nobody knows it. */
function currencyChoices(locale: string, ownCurrency: string): { value: string; label: string }[] {
  const nameOf = currencyNames(locale);
  const codes = new Set<string>([...usual, ...Intl.supportedValuesOf('currency'), ownCurrency]);
  return [...codes].map((code) => ({ value: code, label: nameOf(code) }));
}

const kinds = ['none', 'fixed', 'event'] as const;

/** Value of one conversion. */
export function ValueFields({ values, problems, readOnly, change }: FieldsProps) {
  const { t, i18n } = useTranslation();
  const currencies = useMemo(() => currencyChoices(i18n.language, values.currency), [i18n.language, values.currency]);
  return (
    <>
      <OptionCards
        label={t('Conversions.form.value')}
        name="valueKind"
        value={values.valueKind}
        disabled={readOnly}
        options={kinds.map((value) => ({
          value,
          label: t(`Conversions.form.valueKinds.${value}`),
          text: t(`Conversions.form.valueKinds.${value}Text`),
        }))}
        onChange={(valueKind) => change({ valueKind })}
      />
      {values.valueKind === 'fixed' && (
        <div className={classes.pair}>
          <TextInput
            name="amount"
            label={t('Conversions.form.amount')}
            inputMode="decimal"
            value={values.amount}
            error={problems.amount}
            readOnly={readOnly}
            maxLength={20}
            autoComplete="off"
            onChange={(event) => change({ amount: event.currentTarget.value })}
          />
          <NativeSelect
            name="currency"
            label={t('Conversions.form.currency')}
            value={values.currency}
            error={problems.currency}
            disabled={readOnly}
            data={currencies}
            onChange={(event) => change({ currency: event.currentTarget.value })}
          />
        </div>
      )}
    </>
  );
}
