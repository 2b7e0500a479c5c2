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

const maxValues = 100;

/**
 * Countries to tick, found by name or code; the first entry is "Unknown". What is no country's name can be taken too: the
 * bot's own field may have anything.
 */
export function CountryValues({ values, onChange }: CountryValuesProps) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState('');
  const locale = i18n.language;
  const countries = useMemo(() => namedCountries((code) => nameValue('country', code, t, locale), locale), [t, locale]);
  const searchText = text.trim();
  const matches = findCountries(countries, searchText, locale);
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value]);
  return (
    <>
      <input
        type="search"
        className={editor.search}
        aria-label={t('Reports.filter.find')}
        placeholder={t('Reports.filter.find')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || searchText === '') return;
          // Enter takes what was found; with nothing typed it applies the condition.
          event.preventDefault();
          const first = matches[0]?.code ?? searchText;
          if (!values.includes(first)) onChange([...values, first]);
          setText('');
        }}
      />
      <ValueList
        dimension="country"
        found={matches.map(({ code }) => ({ value: code, users: null }))}
        chosen={values}
        typed={matches.length === 0 ? searchText : ''}
        full={values.length >= maxValues}
        waiting={false}
        onToggle={toggle}
      />
    </>
  );
}
