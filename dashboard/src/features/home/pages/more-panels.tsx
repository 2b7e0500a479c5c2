import { type Bot, mayRead, permissionsOf, type ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useHomeReport } from '../../../analytics/key-numbers/home-report.ts';
import { ReportLink } from '../../../analytics/key-numbers/report-link.tsx';
import { Hours, hoursHeight } from '../../../analytics/panel/hours.tsx';
import { Panel } from '../../../analytics/panel/panel.tsx';
import type { CommonView } from '../../../analytics/question/common-view.ts';
import { ConversionsPanel } from './conversions-panel.tsx';
import classes from './home-page.module.css';
import { SourcesPanel } from './sources-panel.tsx';

/** When people write, by hour of the week. */
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

/** The lower half of the summary: what people bring, where they come from, and when they write. */
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
