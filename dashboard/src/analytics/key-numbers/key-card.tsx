import type { KeyNumber } from '@botscope/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PanelBody } from '../panel/panel.tsx';
import type { CommonView } from '../question/common-view.ts';
import { toSearch, useHomeReport } from './home-report.ts';
import classes from './key-card.module.css';
import { KeyFigure } from './key-figure.tsx';

/** One key number: its value, the change against the period before, its course, and the way to its report. */
export function KeyCard({ bot, type, view }: { bot: string; type: KeyNumber; view: CommonView }) {
  const { t } = useTranslation();
  const query = useHomeReport(bot, type, view, { compares: true });
  const name =
    type === 'visitors' && view.period === 'today' ? t('Home.cards.visitors_today') : t(`Home.cards.${type}`);
  return (
    <div className={classes.card}>
      <Link to="/reports/$typeReport" params={{ typeReport: type }} search={toSearch(view)} className={classes.link}>
        {name}
      </Link>
      <PanelBody query={query} height={76} compact>
        {(report) => <KeyFigure type={type} report={report} />}
      </PanelBody>
    </div>
  );
}
