import { type Bot, mayRead, permissionsOf } from '@botscope/contract';
import { Box, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useHomeReport } from '../../../analytics/key-numbers/home-report.ts';
import { ReportLink } from '../../../analytics/key-numbers/report-link.tsx';
import { ChangeBadge } from '../../../analytics/panel/change-badge.tsx';
import { EmptyBlock } from '../../../analytics/panel/empty-block.tsx';
import { Panel } from '../../../analytics/panel/panel.tsx';
import type { CommonView } from '../../../analytics/question/common-view.ts';
import { Spark } from '../../../charts/draw/spark.tsx';
import { computeChange } from '../../../charts/prepare/change.ts';
import { type PreparedLine, prepareLines } from '../../../charts/prepare/lines.ts';
import { formatValue } from '../../../charts/prepare/units.ts';
import classes from './home-page.module.css';

const height = 200;
/** Lines of the answer that are key numbers. */
const keyNumberLines = ['conversions', 'users', 'rate'];
/** Currencies on show; the report has them all. */
const mostCurrencies = 3;

/** Conversions of the targets, and the money that came with them. */
export function ConversionsPanel({ bot, view }: { bot: Bot; view: CommonView }) {
  const { t } = useTranslation();
  const query = useHomeReport(bot.key, 'conversions_summary', view, { compares: true });
  const mayIncome = mayRead(permissionsOf(bot), 'sum_income');
  return (
    <Panel
      title={t('Home.conversions.title')}
      actions={<ReportLink type="conversions_summary" view={view} />}
      query={query}
      height={height}
    >
      {(report) => {
        const lines = prepareLines(report).filter(({ name }) => keyNumberLines.includes(name));
        const any = lines.some(({ name, total }) => name === 'conversions' && total !== null && total > 0);
        return (
          <div className={classes.stats} style={{ minHeight: height }}>
            {any && lines.map((line) => <Stat key={line.id} line={line} incomplete={report.incomplete} />)}
            {any && mayIncome && <Income bot={bot.key} view={view} />}
            {!any && <NoConversions bot={bot} />}
          </div>
        );
      }}
    </Panel>
  );
}

function Stat({ line, incomplete, name }: { line: PreparedLine; incomplete: number | null; name?: string }) {
  const { t, i18n } = useTranslation();
  const { unit, currency, total, before, values } = line;
  return (
    <div className={classes.stat}>
      <Box component="span" display="block" c="dimmed" fz="sm">
        {name ?? t(`Home.conversions.${line.name as 'conversions' | 'users' | 'rate'}`)}
      </Box>
      <span className={classes.statValue}>
        {formatValue(total, unit, i18n.language, currency)}
        <ChangeBadge change={computeChange(total, before?.total, unit)} />
      </span>
      <Spark values={values} incomplete={incomplete} />
    </div>
  );
}

/** Money is asked for only where there are conversions. One number per currency: they are never added up. */
function Income({ bot, view }: { bot: string; view: CommonView }) {
  const { t } = useTranslation();
  const { data } = useHomeReport(bot, 'sum_income', view, { compares: true });
  if (!data) return null;
  const lines = prepareLines(data)
    .filter(({ total }) => total !== null && total !== 0)
    .slice(0, mostCurrencies);
  return lines.map((line) => (
    <Stat key={line.id} line={line} incomplete={data.incomplete} name={t('Reports.titles.sum_income')} />
  ));
}

function NoConversions({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const mayManage = bot.permissions.includes('convers.manage');
  return (
    <EmptyBlock title={t('Home.conversions.none')} text={t('Home.conversions.hint')} minHeight={height}>
      {mayManage && (
        <Button variant="default" renderRoot={(props) => <Link to="/targets" {...props} />}>
          {t('Menu.targets')}
        </Button>
      )}
    </EmptyBlock>
  );
}
