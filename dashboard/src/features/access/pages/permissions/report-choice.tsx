import { type Given, mayRead, type Permissions, type ReportType, reportTypes } from '@botscope/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isReadableWithout, withReport } from './given.ts';
import classes from './permissions.module.css';

interface ChoiceProps {
  given: Given;
  /** Permissions of the account that chooses. */
  permissions: Permissions;
  onChange(given: Given): void;
}

const types = Object.keys(reportTypes) as ReportType[];

/** Reports that are open by themselves; found by their names. */
export function ReportChoice({ given, permissions, onChange }: ChoiceProps) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useState('');
  const searchText = search.trim().toLocaleLowerCase(i18n.language);
  const matches = types
    .map((type) => ({ type, title: t(`Reports.titles.${type}`) }))
    .filter(({ title }) => title.toLocaleLowerCase(i18n.language).includes(searchText));
  return (
    <>
      <p className={classes.hint}>{t('Permissions.form.singleText')}</p>
      <TextInput
        type="search"
        aria-label={t('Permissions.form.search')}
        placeholder={t('Permissions.form.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.reports}>
        {matches.map(({ type, title }) => {
          const isIncluded = isReadableWithout(given, type);
          const isSelected = given.reports.includes(type);
          const reason = isIncluded
            ? t('Permissions.form.ofRole')
            : mayRead(permissions, type)
              ? ''
              : t('Permissions.form.notYours');
          return (
            <Checkbox
              key={type}
              label={title}
              classNames={{ description: classes.text ?? '' }}
              {...(reason && { description: reason })}
              checked={isIncluded || isSelected}
              disabled={(isIncluded && !isSelected) || (!mayRead(permissions, type) && !isSelected)}
              onChange={(event) => onChange(withReport(given, type, event.currentTarget.checked))}
            />
          );
        })}
      </div>
      {matches.length === 0 && (
        <p className={classes.hint} role="status">
          {t('Permissions.form.nothing')}
        </p>
      )}
    </>
  );
}
