import { type Bot, mayRead, parseFilter, permissionsOf, type ReportType } from '@botscope/contract';
import { Text } from '@mantine/core';
import { IconChartBar, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import chips from '../../../../analytics/filter/filter-bar.module.css';
import { nameFilter } from '../../../../analytics/filter/filter-words.ts';
import { useLabels } from '../../../../analytics/labels/use-labels.ts';
import { useViewedReport } from '../../../../analytics/question/report-query.ts';
import type { ReportView } from '../../../../analytics/question/report-search.ts';
import { columnName } from '../../../../analytics/table/column-name.ts';
import type { CellRef } from '../../../../analytics/users/cell-ref.ts';
import { describeNumber } from '../../../../analytics/users/describe-number.ts';
import { parseNumber } from '../../../../analytics/users/number-address.ts';
import classes from './users.module.css';

interface NumberChipProps {
  bot: Bot;
  number: string;
  onRemove(): void;
}

/** The report's number that the list begins with, in words: its report, point, line and filter. */
export function NumberChip({ bot, number, onRemove }: NumberChipProps) {
  const { t, i18n } = useTranslation();
  const parsedNumber = parseNumber(number);
  const title = parsedNumber ? t(`Reports.titles.${parsedNumber.type}`) : t('Users.number.unknown');
  const filter = parsedNumber ? nameFilter(parseFilter(parsedNumber.view.filter) ?? [], t, i18n.language) : '';
  const remove = (
    <button
      type="button"
      className={chips.remove}
      aria-label={t('Reports.filter.remove', { condition: title })}
      onClick={onRemove}
    >
      <IconX size={12} aria-hidden />
    </button>
  );
  return (
    <span className={chips.chip}>
      <IconChartBar size={14} aria-hidden style={{ flex: 'none', marginLeft: 8 }} />
      <Text span inherit truncate="end" className={classes.numberChip}>
        {title}
        {parsedNumber && mayRead(permissionsOf(bot), parsedNumber.type) && <Point bot={bot} {...parsedNumber} />}
        {filter && ` · ${filter}`}
      </Text>
      {remove}
    </span>
  );
}

interface PointProps {
  bot: Bot;
  type: ReportType;
  view: ReportView;
  cellRef: CellRef;
}

/** Names the number of the report. That needs the report's answer: until then the title stands alone. */
function Point({ bot, type, view, cellRef }: PointProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const { data: report } = useViewedReport(type, bot.key, view);
  const line = useLabels(type, report && { ...report, parameter: view.parameter || undefined });
  if (!report) return null;
  const described = describeNumber(
    report,
    cellRef,
    {
      whole: t('Reports.usersBehind.whole'),
      line,
      column: (name) => columnName(name, t),
      following: (position) =>
        t(`Reports.cohorts.column.${view.detail}`, { number: new Intl.NumberFormat(locale).format(position) }),
      hour: (weekday, hour) => `${weekday}, ${hour}:00`,
    },
    locale,
  );
  return ` · ${described.name}`;
}
