import type { Dimension } from '@botscope/contract';
import { Box, Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatValue } from '../../charts/prepare/units.ts';
import { nameValue } from '../labels/name-value.ts';
import classes from './condition-editor.module.css';

interface ValueListProps {
  dimension: Dimension;
  /** `users` is null where nobody counted them. */
  found: readonly { value: string; users: number | null }[];
  chosen: readonly string[];
  /** Text searched for; it may be taken as a value although it was not seen. */
  typed: string;
  /** No further value may be chosen. */
  full: boolean;
  waiting: boolean;
  onToggle(value: string): void;
}

/** Values to tick: what is chosen already stays in sight, whatever is being looked for. */
export function ValueList({ dimension, found, chosen, typed, full, waiting, onToggle }: ValueListProps) {
  const { t, i18n } = useTranslation();
  if (waiting) return <Skeleton height={96} aria-hidden />;
  const locale = i18n.language;
  const counts = new Map(found.map(({ value, users }) => [value, users]));
  const unlistedValues = chosen.filter((value) => !counts.has(value));
  const values = [...unlistedValues, ...counts.keys()];
  const isNew = typed !== '' && !values.includes(typed);
  return (
    <fieldset className={classes.values}>
      <VisuallyHidden component="legend">{t('Reports.filter.values')}</VisuallyHidden>
      {values.map((value) => (
        <label key={value} className={classes.value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            disabled={full && !chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
          <Box component="span" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {nameValue(dimension, value, t, locale)}
          </Box>
          <span className={classes.users}>{formatCount(counts.get(value) ?? null, locale)}</span>
        </label>
      ))}
      {isNew && (
        <button type="button" className={classes.item} disabled={full} onClick={() => onToggle(typed)}>
          {t('Reports.filter.take', { value: typed })}
        </button>
      )}
      {values.length === 0 && !isNew && (
        <p className={classes.nothing}>{typed ? t('Reports.filter.noMatch') : t('Reports.filter.nothing')}</p>
      )}
    </fieldset>
  );
}

const formatCount = (users: number | null, locale: string): string =>
  users === null ? '' : formatValue(users, 'users', locale);
