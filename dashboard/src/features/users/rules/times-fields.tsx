import { comparisonsOfNumbers, decimalAmount, type Times, toSmallestUnit } from '@botscope/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currencyNames } from '../../../platform/i18n/currency-names.ts';
import { parseNumberField } from '../../../ui/parse-number-field.ts';
import classes from './rules.module.css';

interface TimesFieldsProps {
  times: Times;
  /** Payments can also be summed up. */
  withSums: boolean;
  problems: ReadonlySet<string>;
  onChange(times: Times): void;
}

/** Currencies that bots are paid in most. */
const usual = ['XTR', 'RUB', 'USD', 'EUR', 'UAH', 'KZT', 'BYN', 'UZS', 'GBP', 'TRY', 'INR', 'BRL'] as const;

/** Fields for a number of times, or an amount of money: at least, at most or exactly. */
export function TimesFields({ times, withSums, problems, onChange }: TimesFieldsProps) {
  const { t, i18n } = useTranslation();
  const nameOf = currencyNames(i18n.language);
  const value = `${times.of} ${times.is}`;
  const ways = withSums ? (['count', 'sum'] as const) : (['count'] as const);
  const choices = ways.flatMap((measure) =>
    comparisonsOfNumbers.map((comparison) => ({ of: measure, is: comparison })),
  );
  const choose = (choiceValue: string) => {
    const choice = choices.find(({ of, is }) => `${of} ${is}` === choiceValue);
    if (!choice) return;
    if (choice.of === 'count')
      onChange({ of: 'count', is: choice.is, number: times.of === 'count' ? times.number : 1 });
    else if (times.of === 'sum') onChange({ ...times, is: choice.is });
    else onChange({ of: 'sum', is: choice.is, amount: 100, currency: 'XTR' });
  };
  const currencies = times.of === 'sum' && !usual.some((code) => code === times.currency) ? [times.currency] : [];
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label={t('Users.times.label')}
          value={value}
          data={choices.map(({ of, is }) => ({ value: `${of} ${is}`, label: t(`Users.times.${of}.${is}`) }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {times.of === 'count' ? (
          <TextInput
            key="count"
            type="number"
            min={0}
            label={t('Users.times.number')}
            error={problems.has('number') ? t('Users.times.numberProblem') : undefined}
            defaultValue={times.number}
            onChange={(event) => onChange({ ...times, number: parseNumberField(event.currentTarget.value) })}
          />
        ) : (
          <TextInput
            key={`sum ${times.currency}`}
            type="number"
            min={0}
            step="any"
            label={t('Users.times.amount')}
            error={problems.has('amount') ? t('Users.times.amountProblem') : undefined}
            defaultValue={decimalAmount(times.amount, times.currency)}
            onChange={(event) =>
              onChange({
                ...times,
                amount: toSmallestUnit(parseNumberField(event.currentTarget.value), times.currency),
              })
            }
          />
        )}
      </div>
      {times.of === 'sum' && (
        <NativeSelect
          label={t('Users.times.currency')}
          value={times.currency}
          data={[...usual, ...currencies].map((code) => ({ value: code, label: nameOf(code) }))}
          onChange={({ currentTarget: { value: currency } }) =>
            // The amount stays as it was typed: 10 EUR become 10 JPY.
            onChange({
              ...times,
              currency,
              amount: toSmallestUnit(Number(decimalAmount(times.amount, times.currency)), currency),
            })
          }
        />
      )}
    </>
  );
}
