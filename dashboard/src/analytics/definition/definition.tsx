import { api, hasUsers, parseFilter, type Report, type ReportType } from '@botscope/contract';
import { Box, Drawer, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { looksOf } from '../../charts/prepare/report-looks.ts';
import { call } from '../../platform/api/call.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useFocusBack } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { reachable } from '../answers/reachable.ts';
import { nameDimension, nameFilter } from '../filter/filter-words.ts';
import { buildQuestion, dependsOnModel, mayBreakDown, supports } from '../question/report-query.ts';
import type { ReportView } from '../question/report-search.ts';
import classes from './definition.module.css';
import { DefinitionNotes } from './definition-notes.tsx';

interface DefinitionProps {
  type: ReportType;
  bot: string;
  view: ReportView;
  /** Undefined until the answer is there: its time zone and session pause are named then. */
  report: Report | undefined;
  onClose(): void;
}

/** Explains how the report is counted; shows the filter and model in force and, on request, the statements. */
export function Definition({ type, bot, view, report, onClose }: DefinitionProps) {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={460}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        <Flex align="center" justify="space-between" p={16}>
          <Drawer.Title className={classes.title}>{t('Reports.how.button')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('General.Close')} />
        </Flex>
        <Drawer.Body>
          <div className={classes.text}>
            <h3>{t(`Reports.titles.${type}`)}</h3>
            <p>{t(`Reports.definitions.${type}`)}</p>
            <DefinitionNotes type={type} report={report} />
            <QuestionInForce type={type} view={view} report={report} />
            <Statements type={type} bot={bot} view={view} />
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Statements that the event store ran, verbatim. Opening requests them: the answer comes again with them. */
function Statements({ type, bot, view }: { type: ReportType; bot: string; view: ReportView }) {
  const { t } = useTranslation();
  const [isOpened, setOpened] = useState(false);
  const question = buildQuestion(type, view);
  const query = useQuery({
    queryKey: ['report-statements', bot, type, question],
    queryFn: async ({ signal }) => {
      const report = await call(api.report, {
        params: { key: bot, type_report: type },
        query: { ...question, explain: '1' },
        signal,
      });
      return report.statements ?? [];
    },
    enabled: isOpened,
  });
  return (
    <details className={classes.details} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={classes.summary}>{t('Reports.how.statements')}</summary>
      {isOpened && (
        <Loaded query={query} height={160}>
          {(statements) => (
            <>
              <p>{t('Reports.how.statementsText')}</p>
              {statements.map(({ sql, params }, index) => {
                const name = t('Reports.how.statement', { number: index + 1 });
                const values = JSON.stringify(params, null, 2);
                return (
                  // Statements have no identity besides their place.
                  <Box key={name} component="section" mt={12} aria-label={name}>
                    <Flex gap={8} align="center" justify="space-between" mb={6}>
                      <span>{name}</span>
                      <CopyButton value={sql.trim()} label={t('Reports.how.copySql')} />
                    </Flex>
                    <pre className={classes.code} ref={reachable}>
                      {sql.trim()}
                    </pre>
                    <Box my={6} c="dimmed" fz="xs">
                      {t('Reports.how.params')}
                    </Box>
                    <pre className={classes.code} ref={reachable}>
                      {values}
                    </pre>
                  </Box>
                );
              })}
            </>
          )}
        </Loaded>
      )}
    </details>
  );
}

interface QuestionInForceProps {
  type: ReportType;
  view: ReportView;
  report: Report | undefined;
}

/** Breakdown, filter and attribution model of the page, each with its explanation. */
function QuestionInForce({ type, view, report }: QuestionInForceProps) {
  const { t, i18n } = useTranslation();
  const filter = parseFilter(view.filter);
  const filterText = filter === null ? t('Reports.filter.unreadable') : nameFilter(filter, t, i18n.language);
  const model = report?.model ?? view.model;
  const usesSource = /(^|[|;])(source|param\.[^:]*):/.test(view.filter);
  return (
    <>
      {mayBreakDown(type) && view.by && (
        <>
          <h4>{`${t('Reports.breakdown.label')}: ${nameDimension(view.by, t)}`}</h4>
          <p>{t('Reports.how.breakdown')}</p>
        </>
      )}
      {hasUsers(type) && (
        <>
          <h4>{t('Reports.how.filterTitle')}</h4>
          <p>{filterText || t('Reports.how.filterNone')}</p>
        </>
      )}
      {filterText && (
        <p>
          {t('Reports.how.filterUsers')} {usesSource && t('Reports.how.filterSource')}
        </p>
      )}
      {dependsOnModel(type, view) && model && (
        <>
          <h4>{t('Reports.how.modelTitle')}</h4>
          <p>{t(`Reports.how.models.${model}`)}</p>
          {supports(type, 'model') && (
            <p>
              {looksOf(type).modelMoments?.map((moment) => `${t(`Reports.how.modelMoment.${moment}`)} `)}
              {t('Reports.how.modelSum')}
            </p>
          )}
        </>
      )}
    </>
  );
}
