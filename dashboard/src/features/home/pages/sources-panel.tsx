import { type Bot, opens, permissionsOf } from '@botscope/contract';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useHomeReport } from '../../../analytics/key-numbers/home-report.ts';
import { ReportLink } from '../../../analytics/key-numbers/report-link.tsx';
import { EmptyBlock } from '../../../analytics/panel/empty-block.tsx';
import { Panel } from '../../../analytics/panel/panel.tsx';
import type { CommonView } from '../../../analytics/question/common-view.ts';
import { BarList } from '../../../charts/draw/bar-list.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { topSources } from './top-sources.ts';
import { useNarrow } from './use-narrow.ts';

const maxBars = 5;
const height = 200;

/** Sources of the period's users. */
export function SourcesPanel({ bot, view }: { bot: Bot; view: CommonView }) {
  const { t, i18n } = useTranslation();
  const query = useHomeReport(bot.key, 'utm_summary', view);
  const narrow = useNarrow(view.filter, 'source');
  return (
    <Panel
      title={t('Home.sources.title')}
      actions={<ReportLink type="utm_summary" view={view} />}
      query={query}
      height={height}
    >
      {({ table }) => {
        const bars = table ? topSources(table, maxBars, i18n.language, t('Reports.direct')) : [];
        const [first, second] = bars;
        if (!first) {
          return <EmptyBlock title={t('Reports.empty.title')} text={t('Home.sources.none')} minHeight={height} />;
        }
        return (
          <div style={{ minHeight: height }}>
            <BarList
              bars={bars}
              onNarrow={narrow}
              words={{
                caption: t('Home.sources.title'),
                name: t('Home.sources.source'),
                count: t('Home.cards.visitors'),
                people: t('Home.cards.new_users'),
                narrow: (name) => t('Home.narrow', { name }),
              }}
            />
            {!second && opens(permissionsOf(bot), 'report.utm_summary') && (
              <Text mt={12} c="dimmed" fz="sm">
                {t('Home.sources.oneOnly')} <TextLink to="/utm-builder">{t('Menu.utmLinks')}</TextLink>
              </Text>
            )}
          </div>
        );
      }}
    </Panel>
  );
}
