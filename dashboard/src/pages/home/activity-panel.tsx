import { useTranslation } from 'react-i18next';
import type { AskedView } from '../../charts/report/asked-view.ts';
import { Hours, hoursHeight } from '../../charts/report/hours.tsx';
import { Panel } from '../../charts/report/panel.tsx';
import { useHomeReport } from './ask-home.ts';
import { ReportLink } from './report-link.tsx';

/** When people write, by hour of the week. */
export function ActivityPanel({ bot, view }: { bot: string; view: AskedView }) {
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
