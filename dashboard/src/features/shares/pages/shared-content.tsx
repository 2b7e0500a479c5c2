import {
  type KeyNumber,
  keyNumbers,
  keyNumbersType,
  parseFilter,
  type Report,
  type ReportType,
  reportTypes,
  type SharedQuery,
  type SharedView,
} from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answer, heightOf } from '../../../analytics/answer.tsx';
import { DefinitionNotes } from '../../../analytics/definition/definition-notes.tsx';
import { nameFilter } from '../../../analytics/filter/filter-words.ts';
import card from '../../../analytics/key-numbers/key-card.module.css';
import { KeyFigure } from '../../../analytics/key-numbers/key-figure.tsx';
import { ComparedWith } from '../../../analytics/panel/compared-with.tsx';
import { EmptyBlock } from '../../../analytics/panel/empty-block.tsx';
import { PeriodPresets } from '../../../analytics/period/period-presets.tsx';
import { readReportView } from '../../../analytics/question/report-search.ts';
import { nameRange } from '../../../charts/prepare/buckets.ts';
import { looksOf } from '../../../charts/prepare/report-looks.ts';
import { createFormats } from '../../../platform/i18n/formats.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import classes from './share.module.css';

/** Explains in plain words how the numbers are counted: a reader has no documentation at hand. */
function SharedDefinition({ view }: { view: Extract<SharedView, { locked: false }> }) {
  const { t } = useTranslation();
  return (
    <details className={classes.definition}>
      <summary>{t('Reports.how.button')}</summary>
      {view.reports.map(
        (report) =>
          isKnown(report.type_report) && (
            <OneDefinition key={report.type_report} type={report.type_report} report={report} />
          ),
      )}
    </details>
  );
}

function OneDefinition({ type, report }: { type: ReportType; report: Report }) {
  const { t } = useTranslation();
  return (
    <div>
      <h2>{t(`Reports.titles.${type}`)}</h2>
      <p>{t(`Reports.definitions.${type}`)}</p>
      {report.model && <p>{t(`Reports.how.models.${report.model}`)}</p>}
      <DefinitionNotes type={type} report={report} />
    </div>
  );
}

const isKnown = (type: string): type is ReportType => Object.hasOwn(reportTypes, type);

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

/** The key figures of a bot, each with its change against the period before and its course. */
function SharedKeyNumbers({ reports, period }: { reports: readonly Report[]; period: string | undefined }) {
  const { t } = useTranslation();
  const byType = new Map(reports.map((report) => [report.type_report, report]));
  return (
    <section className={classes.keyNumbers} aria-label={t('Home.keyNumbers')}>
      {keyNumbers.map((type) => {
        const report = byType.get(type);
        return report && <Figure key={type} type={type} report={report} today={period === 'today'} />;
      })}
      <ComparedWith report={byType.get('visitors')} />
    </section>
  );
}

function Figure({ type, report, today }: { type: KeyNumber; report: Report; today: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={card.card}>
      <Box component="h2" mb={2} c="dimmed" fz="sm" fw={400} lh={1.45}>
        {type === 'visitors' && today ? t('Home.cards.visitors_today') : t(`Home.cards.${type}`)}
      </Box>
      <KeyFigure type={type} report={report} />
    </div>
  );
}
