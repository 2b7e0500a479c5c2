import { useTranslation } from 'react-i18next';
import { chooseLines, prepareLines } from '../../charts/prepare/lines.ts';
import type { AskedView } from '../../charts/report/asked-view.ts';
import { EmptyBlock } from '../../charts/report/empty-block.tsx';
import { Figures } from '../../charts/report/figures.tsx';
import { Panel } from '../../charts/report/panel.tsx';
import { useHomeReport } from './ask-home.ts';
import { ReportLink } from './report-link.tsx';

const height = 348;
const shown = ['live', 'new', 'left'];

/** Live users, with those who came and those who left below. */
export function GrowthPanel({ bot, view }: { bot: string; view: AskedView }) {
  const { t } = useTranslation();
  const query = useHomeReport(bot, 'users_graph', view);
  return (
    <Panel
      title={t('Home.growth')}
      actions={<ReportLink type="users_graph" view={view} />}
      query={query}
      height={height}
    >
      {(report) => {
        const lines = chooseLines('users_graph', prepareLines(report), shown);
        if (lines.length === 0) {
          return <EmptyBlock title={t('Reports.empty.title')} text={t('Reports.empty.text')} minHeight={height} />;
        }
        return (
          <Figures
            type="users_graph"
            report={report}
            lines={lines}
            stacked={false}
            compare={false}
            title={t('Home.growth')}
            height={height}
          />
        );
      }}
    </Panel>
  );
}
