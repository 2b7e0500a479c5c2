import type { boardReports } from '@botscope/contract';
import { Flex } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Spark } from '../../charts/draw/spark.tsx';
import { changeOf } from '../../charts/prepare/change.ts';
import { headlineOf } from '../../charts/prepare/lines.ts';
import { traitsOf } from '../../charts/prepare/report-traits.ts';
import { formatValue } from '../../charts/prepare/units.ts';
import { ChangeBadge } from '../panel/change-badge.tsx';
import { PanelBody } from '../panel/panel.tsx';
import type { AskedView } from '../question/asked-view.ts';
import { searchOf, useHomeReport } from './ask-home.ts';
import classes from './key-card.module.css';

type KeyNumber = (typeof boardReports)[number];

/** One key number: its value, the change against the period before, its course, and the way to its report. */
export function KeyCard({ bot, type, view }: { bot: string; type: KeyNumber; view: AskedView }) {
  const { t, i18n } = useTranslation();
  const query = useHomeReport(bot, type, view, { compares: true });
  const name =
    type === 'visitors' && view.period === 'today' ? t('Home.cards.visitors_today') : t(`Home.cards.${type}`);
  return (
    <div className={classes.card}>
      <Link to="/reports/$typeReport" params={{ typeReport: type }} search={searchOf(view)} className={classes.link}>
        {name}
      </Link>
      <PanelBody query={query} height={76} compact>
        {(report) => {
          const headline = headlineOf(type, report);
          const { total = null, before = null, unit = 'actions', values = [] } = headline ?? {};
          return (
            <>
              <Flex columnGap={8} wrap="wrap" align="baseline" mih={32} mb={8}>
                <span className={classes.value}>{formatValue(total, unit, i18n.language)}</span>
                <ChangeBadge change={changeOf(total, before, unit, traitsOf(type).rising)} />
              </Flex>
              <Spark values={values} incomplete={report.incomplete} />
            </>
          );
        }}
      </PanelBody>
    </div>
  );
}
