import type { Report, ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { shapeOf } from '../question/ask-report.ts';

const sessions: readonly ReportType[] = ['session_count', 'avg_duration_session', 'avg_events_session', 'rejection'];
const averages: readonly ReportType[] = ['avg_duration_session', 'avg_events_session', 'rejection'];
const distinct: readonly ReportType[] = [
  'visitors',
  'active_users',
  'left_users',
  'return_users',
  'audience',
  'gender',
  'premium',
  'conversions_summary',
];
const actions: readonly ReportType[] = [
  'visitors',
  'active_users',
  'messages_from_user',
  'session_count',
  'avg_events_session',
  'rejection',
  'activity_hours',
  'retention',
  'audience',
  'gender',
  'premium',
];
const launches: readonly ReportType[] = ['utm_summary', 'utm_charts', 'conversion_sources'];
const rates: readonly ReportType[] = ['conversion_summary', 'conversions_summary'];
const money: readonly ReportType[] = ['utm_summary', 'conversion_summary', 'conversion_sources', 'sum_income'];
const apps: readonly ReportType[] = ['web_sessions', 'app_session_source', 'app_session_device', 'app_session_version'];

/** What the words of a definition mean, each where the definition uses it. */
export function DefinitionNotes({ type, report }: { type: ReportType; report: Report | undefined }) {
  const { t, i18n } = useTranslation();
  const gap = report?.session_gap_minutes;
  return (
    <>
      {type === 'gender' && <p>{t('Reports.how.genderGuess')}</p>}
      {launches.includes(type) && <p>{t('Reports.how.launch')}</p>}
      {actions.includes(type) && <p>{t('Reports.how.action')}</p>}
      {sessions.includes(type) && (
        <p>
          {gap === undefined
            ? t('Reports.how.gapUnknown')
            : t('Reports.how.gap', { count: gap, number: new Intl.NumberFormat(i18n.language).format(gap) })}
        </p>
      )}
      {apps.includes(type) && <p>{t('Reports.how.appSession')}</p>}
      {rates.includes(type) && <p>{t('Reports.how.rate')}</p>}
      {money.includes(type) && <p>{t('Reports.how.money')}</p>}
      {distinct.includes(type) && <p>{t('Reports.how.distinct')}</p>}
      {averages.includes(type) && <p>{t('Reports.how.gapInLine')}</p>}
      {report && <p>{t('Reports.how.zone', { zone: report.period.time_zone })}</p>}
      <p>
        {shapeOf(type) === 'series' && type !== 'activity_hours' && `${t('Reports.how.unfinished')} `}
        {t('Reports.how.once')}
      </p>
    </>
  );
}
