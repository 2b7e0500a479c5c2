import { builtInTargets, othersName, type Report, type ReportType, reportTypes } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NamedLine } from '../../charts/prepare/lines.ts';
import { traitsOf } from '../../charts/prepare/report-traits.ts';
import { nameCurrency, nameValue } from './name-value.ts';
import { useWordLabels } from './use-word-labels.ts';

/** The parts of an answer that say what names stand for. */
type Answer = Pick<Report, 'by' | 'labels' | 'parameter'>;

// 2024-01-01 was a Monday: only its weekday is read.
const mondayBefore = Date.UTC(2023, 11, 31);

/** Writes the name of a line or row in the language on show. What users sent stays as it is. */
export function useLabels(type: ReportType, answer?: Answer): (line: NamedLine) => string {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const labelWord = useWordLabels(type);
  const { by, labels, parameter } = answer ?? {};
  return useMemo(
    () => createLabeler(type, { by, labels, parameter }, labelWord, t, locale),
    [type, by, labels, parameter, labelWord, locale, t],
  );
}

function createLabeler(
  type: ReportType,
  answer: Answer,
  wordOf: (line: NamedLine) => string,
  t: TFunction,
  locale: string,
): (line: NamedLine) => string {
  if (reportTypes[type].axis === 'hours') {
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    return (line) => weekday.format(mondayBefore + Number(line.name) * 86_400_000);
  }
  const { names } = traitsOf(type, answer.by);
  const users = (line: NamedLine, name: string) =>
    line.unit === 'users' && names === 'sent' ? `${name} (${t('Reports.users')})` : name;
  return (line) => {
    if (line.currency !== undefined) return nameCurrency(line.currency, t, locale);
    if (line.name === othersName) return t('Reports.others');
    if (names === 'targets') return nameTarget(line.name, answer, t);
    if (names === 'sent') return users(line, line.name || nameValue('version', '', t, locale));
    if (names === 'values' && line.unit !== 'percent')
      return nameValue(selectDimension(type, answer), line.name, t, locale);
    return wordOf(line);
  };
}

/** Targets that every bot has are named in the language on show; the others as their owner named them. */
function nameTarget(id: string, { labels }: Answer, t: TFunction): string {
  if (id === String(builtInTargets.sale)) return t('Reports.targets.sale');
  if (id === String(builtInTargets.purchase)) return t('Reports.targets.purchase');
  return labels?.[id] ?? id;
}

/** The dimension that a report's names are values of. */
function selectDimension(type: ReportType, { by, parameter }: Answer): string {
  if (by !== undefined) return by;
  if (type === 'app_session_device') return 'platform';
  if (type === 'site_session_device') return 'device';
  if (type === 'site_session_country') return 'country';
  if (type === 'site_page') return 'page';
  return parameter === undefined || parameter === 'source' ? 'source' : `param.${parameter}`;
}
