import type { Bot } from '@botscope/contract';
import { Autocomplete, Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { valuesQuery } from '../public/builder-data.ts';
import { inList } from './in-list.ts';
import classes from './parts-section.module.css';
import { valueSuggestions } from './suggestions.ts';

interface ValueFieldProps {
  bot: Bot;
  /** Parameter whose values are suggested; null while the part has no name. */
  dimension: string | null;
  label: string | undefined;
  'aria-label'?: string;
  className?: string | undefined;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** A value, with those that users already came by. They are loaded once the field gets the focus. */
export function ValueField({ bot, dimension, onChange, ...field }: ValueFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [wasFocused, setWasFocused] = useState(false);
  const seenQuery = useQuery({ ...valuesQuery(bot.key, dimension ?? ''), enabled: wasFocused && dimension !== null });
  const values = valueSuggestions(dimension === null ? [] : (seenQuery.data?.values ?? []));
  const countUsers = (value: string) => values.find((each) => each.value === value)?.users ?? 0;
  return (
    <Autocomplete
      {...field}
      data={values.map(({ value }) => value)}
      limit={20}
      maxLength={512}
      autoComplete="off"
      scrollAreaProps={inList}
      spellCheck={false}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.value}</span>
          <Box component="span" flex="none" c="dimmed" fz="xs">
            {t('UtmBuilder.make.seen', {
              count: countUsers(option.value),
              number: format.number(countUsers(option.value)),
            })}
          </Box>
        </span>
      )}
      onFocus={() => setWasFocused(true)}
      onChange={onChange}
    />
  );
}
