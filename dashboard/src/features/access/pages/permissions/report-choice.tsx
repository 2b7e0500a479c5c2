import { type Given, mayRead, type Permissions, type ReportType, reportTypes } from '@botscope/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readsWithout, withReport } from './given.ts';
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
  const wanted = search.trim().toLocaleLowerCase(i18n.language);
  const shown = types
    .map((type) => ({ type, title: t(`Reports.titles.${type}`) }))
    .filter(({ title }) => title.toLocaleLowerCase(i18n.language).includes(wanted));
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
        {shown.map(({ type, title }) => {
          const had = readsWithout(given, type);
          const chosen = given.reports.includes(type);
          const reason = had
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
              checked={had || chosen}
              disabled={(had && !chosen) || (!mayRead(permissions, type) && !chosen)}
              onChange={(event) => onChange(withReport(given, type, event.currentTarget.checked))}
            />
          );
        })}
      </div>
      {shown.length === 0 && (
        <p className={classes.hint} role="status">
          {t('Permissions.form.nothing')}
        </p>
      )}
    </>
  );
}
