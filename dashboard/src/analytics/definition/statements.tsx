import { api, type ReportType } from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/call.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { reachable } from '../answers/reachable.ts';
import { buildQuestion } from '../question/report-query.ts';
import type { ReportView } from '../question/report-search.ts';
import classes from './statements.module.css';

/** Statements that the event store ran, verbatim. Opening requests them: the answer comes again with them. */
export function Statements({ type, bot, view }: { type: ReportType; bot: string; view: ReportView }) {
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
