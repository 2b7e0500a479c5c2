import { type Bot, mayRead, opens, permissionsOf, type ReportType } from '@botscope/contract';
import { Box, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useHomeReport } from '../../../analytics/key-numbers/home-report.ts';
import { ReportLink } from '../../../analytics/key-numbers/report-link.tsx';
import { ChangeBadge } from '../../../analytics/panel/change-badge.tsx';
import { EmptyBlock } from '../../../analytics/panel/empty-block.tsx';
import { Hours, hoursHeight } from '../../../analytics/panel/hours.tsx';
import { Panel } from '../../../analytics/panel/panel.tsx';
import type { CommonView } from '../../../analytics/question/common-view.ts';
import { BarList } from '../../../charts/draw/bar-list.tsx';
import { Spark } from '../../../charts/draw/spark.tsx';
import { computeChange } from '../../../charts/prepare/change.ts';
import { type PreparedLine, prepareLines } from '../../../charts/prepare/lines.ts';
import { formatValue } from '../../../charts/prepare/units.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import classes from './home-page.module.css';
import { topSources } from './top-sources.ts';
import { useNarrow } from './use-narrow.ts';

const maxBars = 5;
const panelHeight = 200;

/** Sources of the period's users. */
function SourcesPanel({ bot, view }: { bot: Bot; view: CommonView }) {
  const { t, i18n } = useTranslation();
  const query = useHomeReport(bot.key, 'utm_summary', view);
  const narrow = useNarrow(view.filter, 'source');
  return (
    <Panel
      title={t('Home.sources.title')}
      actions={<ReportLink type="utm_summary" view={view} />}
      query={query}
      height={panelHeight}
    >
      {({ table }) => {
        const bars = table ? topSources(table, maxBars, i18n.language, t('Reports.direct')) : [];
        const [first, second] = bars;
        if (!first) {
          return <EmptyBlock title={t('Reports.empty.title')} text={t('Home.sources.none')} minHeight={panelHeight} />;
        }
        return (
          <div style={{ minHeight: panelHeight }}>
            <BarList
              bars={bars}
              onNarrow={narrow}
              words={{
                caption: t('Home.sources.title'),
                name: t('Home.sources.source'),
                count: t('Home.cards.visitors'),
                users: t('Home.cards.new_users'),
                narrow: (name) => t('Home.narrow', { name }),
              }}
            />
            {!second && opens(permissionsOf(bot), 'report.utm_summary') && (
              <Text mt={12} c="dimmed" fz="sm">
                {t('Home.sources.oneOnly')} <TextLink to="/utm-builder">{t('Menu.utmLinks')}</TextLink>
              </Text>
            )}
          </div>
        );
      }}
    </Panel>
  );
}

/** Lines of the answer that are key numbers. */
const keyNumberLines = ['conversions', 'users', 'rate'];
/** Currencies on show; the report has them all. */
const maxCurrencies = 3;

/** Conversions of the targets, and the money that came with them. */
function ConversionsPanel({ bot, view }: { bot: Bot; view: CommonView }) {
  const { t } = useTranslation();
  const query = useHomeReport(bot.key, 'conversions_summary', view, { compares: true });
  const mayIncome = mayRead(permissionsOf(bot), 'sum_income');
  return (
    <Panel
      title={t('Home.conversions.title')}
      actions={<ReportLink type="conversions_summary" view={view} />}
      query={query}
      height={panelHeight}
    >
      {(report) => {
        const lines = prepareLines(report).filter(({ name }) => keyNumberLines.includes(name));
        const any = lines.some(({ name, total }) => name === 'conversions' && total !== null && total > 0);
        return (
          <div className={classes.stats} style={{ minHeight: panelHeight }}>
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
    .slice(0, maxCurrencies);
  return lines.map((line) => (
    <Stat key={line.id} line={line} incomplete={data.incomplete} name={t('Reports.titles.sum_income')} />
  ));
}

function NoConversions({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const mayManage = bot.permissions.includes('convers.manage');
  return (
    <EmptyBlock title={t('Home.conversions.none')} text={t('Home.conversions.hint')} minHeight={panelHeight}>
      {mayManage && (
        <Button variant="default" renderRoot={(props) => <Link to="/targets" {...props} />}>
          {t('Menu.targets')}
        </Button>
      )}
    </EmptyBlock>
  );
}

/** When users write, by hour of the week. */
function ActivityPanel({ bot, view }: { bot: string; view: CommonView }) {
  const { t } = useTranslation();
  const query = useHomeReport(bot, 'activity_hours', view);
  return (
    <Panel
      title={t('Home.activity')}
      actions={<ReportLink type="activity_hours" view={view} />}
      query={query}
      height={hoursHeight}
    >
      {(report) => <Hours report={report} />}
    </Panel>
  );
}

/** The lower half of the summary: what users bring, where they come from, and when they write. */
export function MorePanels({ bot, view }: { bot: Bot; view: CommonView }) {
  const permissions = permissionsOf(bot);
  const may = (type: ReportType) => mayRead(permissions, type);
  return (
    <>
      <div className={classes.pair}>
        {may('conversions_summary') && <ConversionsPanel bot={bot} view={view} />}
        {may('utm_summary') && <SourcesPanel bot={bot} view={view} />}
      </div>
      {may('activity_hours') && <ActivityPanel bot={bot.key} view={view} />}
    </>
  );
}
