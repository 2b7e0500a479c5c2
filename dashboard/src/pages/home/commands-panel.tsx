import { useTranslation } from 'react-i18next';
import { BarList } from '../../charts/draw/bar-list.tsx';
import { prepareBars } from '../../charts/prepare/bars.ts';
import { prepareLines } from '../../charts/prepare/lines.ts';
import { EmptyBlock } from '../../charts/report/empty-block.tsx';
import { Panel } from '../../charts/report/panel.tsx';
import { useReport } from '../../charts/report/use-report.ts';
import { ReportLink } from './report-link.tsx';

/** Rows on show. */
const most = 10;

/** The commands and buttons that people use most. */
export function CommandsPanel({ bot, period }: { bot: string; period: string }) {
  const { t, i18n } = useTranslation();
  const query = useReport(bot, 'user_commands_stat', { period });
  const height = 348;
  return (
    <Panel
      title={t('Home.commands')}
      actions={<ReportLink type="user_commands_stat" period={period} />}
      query={query}
      height={height}
    >
      {(report) => {
        const bars = prepareBars(prepareLines(report), most, i18n.language);
        if (bars.length === 0) {
          return <EmptyBlock title={t('Reports.empty.title')} text={t('Home.noCommands')} minHeight={height} />;
        }
        return (
          <BarList
            bars={bars}
            words={{
              caption: t('Home.commands'),
              name: t('Home.command'),
              count: t('Home.uses'),
              people: t('Home.people'),
            }}
          />
        );
      }}
    </Panel>
  );
}
