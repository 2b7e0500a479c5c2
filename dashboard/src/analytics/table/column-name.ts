import type { TFunction } from 'i18next';
import type { reports } from '../locales/en/reports.ts';

type ColumnName = keyof typeof reports.columns;

/** Heading of a table report's column; an unknown word stays as it is. */
export const columnName = (name: string, t: TFunction): string =>
  t(`Reports.columns.${name as ColumnName}`, { defaultValue: name });
