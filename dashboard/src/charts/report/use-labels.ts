import type { ReportType } from '@botscope/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { reports } from '../../locales/en/reports.ts';
import { traitsOf } from '../prepare/report-traits.ts';

type LineName = keyof typeof reports.lines;

// 2024-01-01 was a Monday: only its weekday is read.
const mondayBefore = Date.UTC(2023, 11, 31);

/** Writes a line's name in the language on show. Commands and buttons are what people sent: they stay as they are. */
export function useLabels(type: ReportType): (line: { name: string; unit: string }) => string {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  return useMemo(() => {
    if (type === 'activity_hours') {
      const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
      return (line) => weekday.format(mondayBefore + Number(line.name) * 86_400_000);
    }
    if (traitsOf(type).named) {
      return (line) => (line.unit === 'users' ? `${line.name} (${t('Reports.people')})` : line.name);
    }
    return (line) => {
      if (line.name === type) return t(`Reports.titles.${type}`);
      const key = `Reports.lines.${line.name as LineName}` as const;
      return t(key, { defaultValue: line.name });
    };
  }, [type, locale, t]);
}
