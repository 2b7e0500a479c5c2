import {
  keyNumbersType,
  parseFilter,
  type Report,
  type ReportType,
  type SharedQuery,
  type SharedView,
} from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answer, heightOf } from '../../../analytics/answer.tsx';
import { nameFilter } from '../../../analytics/filter/filter-words.ts';
import { EmptyBlock } from '../../../analytics/panel/empty-block.tsx';
import { PeriodPresets } from '../../../analytics/period/period-presets.tsx';
import { readReportView } from '../../../analytics/question/report-search.ts';
import { nameRange } from '../../../charts/prepare/buckets.ts';
import { looksOf } from '../../../charts/prepare/report-looks.ts';
import { createFormats } from '../../../platform/i18n/formats.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import classes from './share.module.css';
import { SharedDefinition } from './shared-definition.tsx';
import { SharedKeyNumbers } from './shared-key-numbers.tsx';

type OpenView = Extract<SharedView, { locked: false }>;

interface SharedContentProps {
  view: OpenView;
  /** True while the answer to another period is on its way. */
  stale: boolean;
  /** True if the last try to bring it up to date failed. */
  failed: boolean;
  onPeriod(period: string): void;
}

/** The numbers of a link, with what makes them readable to someone who knows nothing of the bot's dashboard. */
export function SharedContent({ view, stale, failed, onPeriod }: SharedContentProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const { type_report: type, query, reports, as_of } = view;
  const [first] = reports;
  const name =
    type === keyNumbersType
      ? t('Home.keyNumbers')
      : looksOf(type).titleByDetail
        ? t(`Reports.active.${first?.detail ?? 'day'}`)
        : t(`Reports.titles.${type}`);
  const title = view.title || name;
  const filter = query.filter === undefined ? '' : nameFilter(parseFilter(query.filter) ?? [], t, locale);
  const momentText = createFormats(locale, first?.period.time_zone ?? 'UTC').moment(as_of);
  return (
    <main id="content" className={classes.content}>
      <PageTitle title={title} />
      <Flex rowGap={12} columnGap={24} wrap="wrap" align="flex-start" justify="space-between">
        <Box miw={0}>
          <h1 className={classes.title} tabIndex={-1}>
            {title}
          </h1>
          <p className={classes.meta}>
            <span>@{view.bot_name}</span>
            {view.title !== '' && <span>{name}</span>}
            {first && <span>{nameRange(first.period, locale)}</span>}
            <span>
              <time dateTime={as_of}>{t('Share.page.asOf', { moment: momentText })}</time>
              {first && `, ${t('Share.page.zone', { zone: first.period.time_zone })}`}
            </span>
          </p>
        </Box>
        {view.reader_period && <PeriodPresets period={query.period ?? '30d'} onChange={onPeriod} />}
      </Flex>
      {failed && (
        <Notice tone="warn">
          <div role="status">{t('Share.page.stale', { moment: momentText })}</div>
        </Notice>
      )}
      {view.filtered && (
        <Notice>{filter === '' ? t('Share.page.filtered') : t('Share.page.filter', { filter })}</Notice>
      )}
      <div className={classes.body} data-stale={stale || undefined}>
        {type === keyNumbersType ? (
          <SharedKeyNumbers reports={reports} period={query.period} />
        ) : (
          first && <OneReport type={type} report={first} title={title} query={query} />
        )}
      </div>
      <SharedDefinition view={view} />
    </main>
  );
}

interface OneReportProps {
  type: ReportType;
  report: Report;
  title: string;
  query: SharedQuery;
}

/** One report, drawn as its maker saw it. Readers can do nothing about an empty one but wait or ask. */
function OneReport({ type, report, title, query }: OneReportProps) {
  const { t } = useTranslation();
  const view = readReportView({ ...query }, looksOf(type).firstDetail ?? null);
  const height = heightOf(type);
  const placeholder = <EmptyBlock title={t('Reports.empty.title')} text={t('Share.page.empty')} minHeight={height} />;
  return <Answer type={type} report={report} title={title} view={view} height={height} empty={placeholder} />;
}
