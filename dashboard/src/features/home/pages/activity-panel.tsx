import { useTranslation } from 'react-i18next';
import { useHomeReport } from '../../../analytics/key-numbers/home-report.ts';
import { ReportLink } from '../../../analytics/key-numbers/report-link.tsx';
import { Hours, hoursHeight } from '../../../analytics/panel/hours.tsx';
import { Panel } from '../../../analytics/panel/panel.tsx';
import type { CommonView } from '../../../analytics/question/common-view.ts';

/** When people write, by hour of the week. */
export function ActivityPanel({ bot, view }: { bot: string; view: CommonView }) {
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
