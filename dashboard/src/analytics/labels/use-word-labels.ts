import type { ReportType } from '@botscope/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NamedLine } from '../../charts/prepare/lines.ts';
import type { reportNames } from '../locales/en/report-names.ts';

type LineName = keyof typeof reportNames.lines;

/** Writes the names of lines that are words of ours, in the language on show. Report pages know the other kinds too. */
export function useWordLabels(type: ReportType): (line: NamedLine) => string {
  const { t } = useTranslation();
  return useMemo(
    () => (line) => {
      if (line.name === type) return t(`Reports.titles.${type}`);
      // A colon would name another dictionary.
      return t(`Reports.lines.${line.name.replaceAll(':', '-') as LineName}`, { defaultValue: line.name });
    },
    [type, t],
  );
}
