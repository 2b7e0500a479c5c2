import {
  type Automation,
  type AutomationStatistics,
  api,
  type Bot,
  type Campaign,
  type ErrorCode,
  errors,
} from '@botscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { NumberName } from '../../shared/number-info.tsx';
import { useAutomationText } from '../../shared/use-automation-text.ts';
import classes from './campaign.module.css';
import { ResultTable } from './result-table.tsx';

const statisticsQuery = (key: string, id: number) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'automation'],
    queryFn: ({ signal }) => call(api.automationStatistics, { params: { key, campaign_id: String(id) }, signal }),
    refetchInterval: 5_000,
  });

const counts = ['triggered', 'planned', 'waiting', 'delivered', 'not_delivered', 'cancelled', 'skipped'] as const;

interface AutomationSectionProps {
  bot: Bot;
  campaign: Campaign;
  automation: Automation;
}

/** Shows what triggers an automation, and the outcome of its triggers. */
export function AutomationSection({ bot, campaign, automation }: AutomationSectionProps) {
  const { t } = useTranslation();
  const describeAutomation = useAutomationText(bot);
  const { status, problem, problem_description } = campaign;
  const query = useQuery(statisticsQuery(bot.key, campaign.campaign_id));
  const state = status === 'In_progress' ? 'active' : status === 'Draft' ? 'draft' : 'stopped';
  return (
    <Section title={t('Automations.page.title')}>
      <p>{describeAutomation(automation)}</p>
      <p aria-live="polite">{t(`Automations.page.${state}`)}</p>
      {status === 'Error' && (
        <Notice tone="warn">
          {failureText(problem in errors ? (problem as ErrorCode) : 'UnknownError')}
          {problem_description !== '' && <p lang="en">{problem_description}</p>}
        </Notice>
      )}
      {state !== 'draft' && (
        <Loaded query={query} height={160}>
          {(statistics) => <Triggers statistics={statistics} />}
        </Loaded>
      )}
    </Section>
  );
}

function Triggers({ statistics: { totals, skipped, days, evaluated_at } }: { statistics: AutomationStatistics }) {
  const { t } = useTranslation();
  const format = useFormat();
  /** As many as fit beside the message. */
  const number = (
    id: string,
    name: string,
    value: (day: AutomationStatistics['days'][number]) => number,
  ): DataColumn<AutomationStatistics['days'][number]> => ({
    ...{ id, name, align: 'end' },
    cell: (day) => format.number(value(day)),
  });
  const countColumn = (name: 'triggered' | 'delivered' | 'not_delivered' | 'skipped') =>
    number(name, t(`Automations.counts.${name}.name`), (day) => day[name]);
  return (
    <>
      {evaluated_at !== null && <p>{t('Automations.page.evaluated', { date: format.moment(evaluated_at) })}</p>}
      {totals.triggered === 0 ? (
        <p>{t('Automations.page.none')}</p>
      ) : (
        <dl className={classes.numbers}>
          {counts.map((name) => (
            <div key={name}>
              <dt>
                <NumberName name={t(`Automations.counts.${name}.name`)} text={t(`Automations.counts.${name}.text`)} />
              </dt>
              <dd>{format.number(totals[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      {skipped.length > 0 && (
        <ResultTable
          title={t('Automations.page.skipped')}
          columns={[
            {
              id: 'reason',
              name: t('Automations.page.reason'),
              isRowName: true,
              cell: ({ reason }) => t(`Automations.skips.${reason}`),
            },
            {
              id: 'count',
              name: t('Automations.page.count'),
              align: 'end',
              cell: ({ count }) => format.number(count),
            },
          ]}
          rows={skipped}
          rowId={({ reason }) => reason}
        />
      )}
      {days.length > 0 && (
        <ResultTable
          title={t('Automations.page.days')}
          columns={[
            {
              id: 'day',
              name: t('Automations.page.day'),
              isRowName: true,
              isUnbroken: true,
              cell: ({ day }) => format.date(`${day}T12:00:00`),
            },
            countColumn('triggered'),
            number('pending', t('Automations.page.pending'), ({ planned, waiting }) => planned + waiting),
            countColumn('delivered'),
            countColumn('not_delivered'),
            countColumn('skipped'),
          ]}
          rows={days.toReversed()}
          rowId={({ day }) => day}
        />
      )}
    </>
  );
}
