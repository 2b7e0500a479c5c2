import type { Report, ReportType } from '@botscope/contract';
import { Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Spark } from '../../charts/draw/spark.tsx';
import { computeChange } from '../../charts/prepare/change.ts';
import { buildHeadline } from '../../charts/prepare/lines.ts';
import { traitsOf } from '../../charts/prepare/report-traits.ts';
import { formatValue } from '../../charts/prepare/units.ts';
import { ChangeBadge } from '../panel/change-badge.tsx';
import classes from './key-card.module.css';

/** A key number: its value, the change against the period before, its course. */
export function KeyFigure({ type, report }: { type: ReportType; report: Report }) {
  const { i18n } = useTranslation();
  const { total = null, before = null, unit = 'actions', values = [] } = buildHeadline(type, report) ?? {};
  return (
    <>
      <Flex columnGap={8} wrap="wrap" align="baseline" mih={32} mb={8}>
        <span className={classes.value}>{formatValue(total, unit, i18n.language)}</span>
        <ChangeBadge change={computeChange(total, before, unit, traitsOf(type).rising)} />
      </Flex>
      <Spark values={values} incomplete={report.incomplete} />
    </>
  );
}
