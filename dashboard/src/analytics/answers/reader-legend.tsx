import type { Report, ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { prepareFigures } from '../../charts/prepare/figures.ts';
import type { NamedLine, PreparedLine } from '../../charts/prepare/lines.ts';
import { Legend } from '../panel/legend.tsx';
import { useScheme } from '../panel/use-scheme.ts';

interface ReaderLegendProps {
  type: ReportType;
  report: Report;
  lines: readonly PreparedLine[];
  stacked: boolean;
  compare: boolean;
  labelOf(line: NamedLine): string;
}

/** Color of each line, where there is no choice of lines. Several figures name their lines themselves. */
export function ReaderLegend({ type, report, lines, stacked, compare, labelOf }: ReaderLegendProps) {
  const { i18n } = useTranslation();
  const scheme = useScheme();
  const { by, incomplete } = report;
  const figures = prepareFigures({ type, by, lines, incomplete, scheme, locale: i18n.language, stacked, compare });
  return figures.length === 1 && <Legend lines={lines} labelOf={labelOf} />;
}
