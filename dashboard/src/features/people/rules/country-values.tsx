import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import editor from '../../../analytics/filter/condition-editor.module.css';
import { ValueList } from '../../../analytics/filter/value-list.tsx';
import { nameValue } from '../../../analytics/labels/name-value.ts';
import { findCountries, namedCountries } from './find-countries.ts';

interface CountryValuesProps {
  values: readonly string[];
  onChange(values: readonly string[]): void;
}

const mostValues = 100;

/**
 * Countries to tick, found by name or code; the first entry is "Unknown". What is no country's name can be taken too: the
 * bot's own field may have anything.
 */
export function CountryValues({ values, onChange }: CountryValuesProps) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const locale = i18n.language;
  const countries = useMemo(() => namedCountries((code) => nameValue('country', code, t, locale), locale), [t, locale]);
  const wanted = typed.trim();
  const found = findCountries(countries, wanted, locale);
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value]);
  return (
    <>
      <input
        type="search"
        className={editor.search}
        aria-label={t('Reports.filter.find')}
        placeholder={t('Reports.filter.find')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || wanted === '') return;
          // Enter takes what was found; with nothing typed it applies the condition.
          event.preventDefault();
          const first = found[0]?.code ?? wanted;
          if (!values.includes(first)) onChange([...values, first]);
          setTyped('');
        }}
      />
      <ValueList
        dimension="country"
        found={found.map(({ code }) => ({ value: code, users: null }))}
        chosen={values}
        typed={found.length === 0 ? wanted : ''}
        full={values.length >= mostValues}
        waiting={false}
        onToggle={toggle}
      />
    </>
  );
}
