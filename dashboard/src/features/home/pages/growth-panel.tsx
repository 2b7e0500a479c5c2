import { useTranslation } from 'react-i18next';
import { useHomeReport } from '../../../analytics/key-numbers/home-report.ts';
import { ReportLink } from '../../../analytics/key-numbers/report-link.tsx';
import { EmptyBlock } from '../../../analytics/panel/empty-block.tsx';
import { Figures } from '../../../analytics/panel/figures.tsx';
import { Panel } from '../../../analytics/panel/panel.tsx';
import type { CommonView } from '../../../analytics/question/common-view.ts';
import { chooseLines, prepareLines } from '../../../charts/prepare/lines.ts';

const height = 348;
const shownLines = ['live', 'new', 'left'];

/** Live users, with those who came and those who left below. */
export function GrowthPanel({ bot, view }: { bot: string; view: CommonView }) {
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
        const lines = chooseLines('users_graph', prepareLines(report), shownLines);
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
