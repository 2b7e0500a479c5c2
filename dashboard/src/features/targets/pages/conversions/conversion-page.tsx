import { type Bot, conversionsCsvPath, mayRead, permissionsOf } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconDownload, IconFilterOff, IconTargetArrow } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../../analytics/question/use-address.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { MoreRows } from '../../../../ui/table/more-rows.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { NoTargets } from '../../shared/no-targets.tsx';
import classes from './conversion-page.module.css';
import { ConversionTable } from './conversion-table.tsx';
import { type ConversionView, conversionsQuery, readView, toQuery } from './conversions-data.ts';
import { ListFilters } from './list-filters.tsx';

const reports = [
  ['conversion_summary', 'Conversions.summary'],
  ['conversions_summary', 'Conversions.overTime'],
  ['conversion_sources', 'Conversions.bySource'],
] as const;

/** From the list to what sums it up, for the same days and users. */
function ReportLinks({ bot, view: { period, filter } }: { bot: Bot; view: ConversionView }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('Conversions.reports')}>
      <Flex component="ul" rowGap={4} columnGap={16} wrap="wrap" mb={20}>
        {reports
          .filter(([type]) => mayRead(permissionsOf(bot), type))
          .map(([type, word]) => (
            <li key={type}>
              <TextLink to="/reports/$typeReport" params={{ typeReport: type }} search={{ period, filter }}>
                {t(word)}
              </TextLink>
            </li>
          ))}
        {may(bot, 'convers.view') && (
          <li>
            <TextLink to="/targets">{t('Conversions.settings')}</TextLink>
          </li>
        )}
      </Flex>
    </nav>
  );
}

/** The whole list as a file: all of it, not only the pages that were opened. */
function CsvLink({ bot, view, empty }: { bot: Bot; view: ConversionView; empty: boolean }) {
  const { t } = useTranslation();
  if (empty) return null;
  return (
    <Button
      component="a"
      href={`${conversionsCsvPath(bot.key)}?${new URLSearchParams(toQuery(view))}`}
      download
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={t('Conversions.csvLabel')}
    >
      {t('Conversions.csv')}
    </Button>
  );
}

/** The conversions of the current bot. What is shown stands in the address. */
export function ConversionPage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  if (!bot || !may(bot, 'report.conversions_list')) {
    return (
      <Page title={t('Conversions.title')}>
        <NoTargets bot={bot} />
      </Page>
    );
  }
  return <Conversions bot={bot} key={bot.key} />;
}

function Conversions({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const view = readView(useSearch({ from: '/layout/conversion' }));
  const [, change] = useAddress();
  const query = useInfiniteQuery({ ...conversionsQuery(bot.key, view), placeholderData: keepPreviousData });
  const first = query.data?.pages[0];
  const narrowed = view.target !== undefined || view.filter !== undefined;
  const everything = () => change({ target: undefined, filter: undefined });
  return (
    <Page title={t('Conversions.title')} actions={<CsvLink bot={bot} view={view} empty={(first?.total ?? 0) === 0} />}>
      <p className={classes.text}>{t('Conversions.text')}</p>
      <ReportLinks bot={bot} view={view} />
      <ListFilters bot={bot} view={view} labels={first?.labels ?? {}} change={change} />
      <Loaded query={query} height={320}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.conversions);
          if (lines.length === 0 && narrowed) {
            return (
              <EmptyState
                icon={<IconFilterOff size={32} stroke={1.4} />}
                title={t('Conversions.noMatch.title')}
                text={t('Conversions.noMatch.text')}
              >
                <Button variant="default" onClick={everything}>
                  {t('Conversions.noMatch.reset')}
                </Button>
              </EmptyState>
            );
          }
          if (lines.length === 0) return <None bot={bot} />;
          return (
            <>
              <ConversionTable lines={lines} labels={first?.labels ?? {}} stale={query.isPlaceholderData} />
              <MoreRows
                total={t('Conversions.total', { count: first?.total ?? 0, number: format.number(first?.total ?? 0) })}
                label={t('Conversions.more')}
                query={query}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function None({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconTargetArrow size={36} stroke={1.4} />}
      title={t('Conversions.none.title')}
      text={t('Conversions.none.text')}
    >
      {may(bot, 'convers.view') && (
        <Button renderRoot={(props) => <Link to="/targets" {...props} />}>{t('Conversions.settings')}</Button>
      )}
    </EmptyState>
  );
}
