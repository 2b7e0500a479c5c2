import { boardReports, type Report } from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangeBadge } from '../../../analytics/panel/change-badge.tsx';
import { ComparedWith } from '../../../analytics/panel/compared-with.tsx';
import { Spark } from '../../../charts/draw/spark.tsx';
import { changeOf } from '../../../charts/prepare/change.ts';
import { headlineOf } from '../../../charts/prepare/lines.ts';
import { traitsOf } from '../../../charts/prepare/report-traits.ts';
import { formatValue } from '../../../charts/prepare/units.ts';
import classes from './share.module.css';

type BoardReport = (typeof boardReports)[number];

/** The key figures of a bot, each with its change against the period before and its course. */
export function SharedBoard({ reports, period }: { reports: readonly Report[]; period: string | undefined }) {
  const { t } = useTranslation();
  const byType = new Map(reports.map((report) => [report.type_report, report]));
  return (
    <section className={classes.board} aria-label={t('Home.keyNumbers')}>
      {boardReports.map((type) => {
        const report = byType.get(type);
        return report && <Figure key={type} type={type} report={report} today={period === 'today'} />;
      })}
      <ComparedWith report={byType.get('visitors')} />
    </section>
  );
}

function Figure({ type, report, today }: { type: BoardReport; report: Report; today: boolean }) {
  const { t, i18n } = useTranslation();
  const { total = null, before = null, unit = 'actions', values = [] } = headlineOf(type, report) ?? {};
  return (
    <div className={classes.figure}>
      <Box component="h2" mb={2} c="dimmed" fz="sm" fw={400} lh={1.45}>
        {type === 'visitors' && today ? t('Home.cards.visitors_today') : t(`Home.cards.${type}`)}
      </Box>
      <Flex columnGap={8} wrap="wrap" align="baseline" mih={32} mb={8}>
        <span className={classes.figureValue}>{formatValue(total, unit, i18n.language)}</span>
        <ChangeBadge change={changeOf(total, before, unit, traitsOf(type).rising)} />
      </Flex>
      <Spark values={values} incomplete={report.incomplete} />
    </div>
  );
}
