import { useTranslation } from 'react-i18next';
import { useHomeReport } from '../../../analytics/key-numbers/home-report.ts';
import { ReportLink } from '../../../analytics/key-numbers/report-link.tsx';
import { EmptyBlock } from '../../../analytics/panel/empty-block.tsx';
import { Panel } from '../../../analytics/panel/panel.tsx';
import type { CommonView } from '../../../analytics/question/common-view.ts';
import { BarList } from '../../../charts/draw/bar-list.tsx';
import { prepareBars } from '../../../charts/prepare/bars.ts';
import { prepareLines } from '../../../charts/prepare/lines.ts';
import { useNarrow } from './use-narrow.ts';

/** Rows on show. */
const maxRows = 10;

/** The commands and buttons that users use most. */
export function CommandsPanel({ bot, view }: { bot: string; view: CommonView }) {
  const { t, i18n } = useTranslation();
  const query = useHomeReport(bot, 'user_commands_stat', view);
  const narrow = useNarrow(view.filter, 'command');
  const height = 348;
  return (
    <Panel
      title={t('Home.commands')}
      actions={<ReportLink type="user_commands_stat" view={view} />}
      query={query}
      height={height}
    >
      {(report) => {
        const bars = prepareBars(prepareLines(report), maxRows, i18n.language);
        if (bars.length === 0) {
          return <EmptyBlock title={t('Reports.empty.title')} text={t('Home.noCommands')} minHeight={height} />;
        }
        return (
          <BarList
            bars={bars}
            onNarrow={narrow}
            words={{
              caption: t('Home.commands'),
              name: t('Home.command'),
              count: t('Home.uses'),
              users: t('Home.users'),
              narrow: (name) => t('Home.narrow', { name }),
            }}
          />
        );
      }}
    </Panel>
  );
}
