import { useTranslation } from 'react-i18next';
import { Hours, hoursHeight } from '../../charts/report/hours.tsx';
import { Panel } from '../../charts/report/panel.tsx';
import { useReport } from '../../charts/report/use-report.ts';
import { ReportLink } from './report-link.tsx';

/** When people write, by hour of the week. */
export function ActivityPanel({ bot, period }: { bot: string; period: string }) {
  const { t } = useTranslation();
  const query = useReport(bot, 'activity_hours', { period });
  return (
    <Panel
      title={t('Home.activity')}
      actions={<ReportLink type="activity_hours" period={period} />}
      query={query}
      height={hoursHeight}
    >
      {(report) => <Hours report={report} />}
    </Panel>
  );
}
