import type { Report, ReportType } from '@botscope/contract';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './definition.module.css';

const sessions: readonly ReportType[] = ['session_count', 'avg_duration_session', 'avg_events_session', 'rejection'];
const averages: readonly ReportType[] = ['avg_duration_session', 'avg_events_session', 'rejection'];
const distinct: readonly ReportType[] = ['visitors', 'active_users', 'left_users', 'return_users'];
const actions: readonly ReportType[] = [
  'visitors',
  'active_users',
  'messages_from_user',
  'session_count',
  'avg_events_session',
  'rejection',
  'activity_hours',
];

interface DefinitionProps {
  type: ReportType;
  /** Undefined until the answer is there: its time zone and session pause are named then. */
  report: Report | undefined;
  opened: boolean;
  onClose(): void;
}

/** How the report is counted, in plain words, with this bot's session pause and the time zone that cuts the days. */
export function Definition({ type, report, opened, onClose }: DefinitionProps) {
  const { t, i18n } = useTranslation();
  const gap = report?.session_gap_minutes;
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={420}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        <div className={classes.head}>
          <Drawer.Title className={classes.title}>{t('Reports.how.button')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('General.Close')} />
        </div>
        <Drawer.Body>
          <div className={classes.text}>
            <h3>{t(`Reports.titles.${type}`)}</h3>
            <p>{t(`Reports.how.texts.${type}`)}</p>
            {actions.includes(type) && <p>{t('Reports.how.action')}</p>}
            {sessions.includes(type) && (
              <p>
                {gap === undefined
                  ? t('Reports.how.gapUnknown')
                  : t('Reports.how.gap', { count: gap, number: new Intl.NumberFormat(i18n.language).format(gap) })}
              </p>
            )}
            {distinct.includes(type) && <p>{t('Reports.how.distinct')}</p>}
            {averages.includes(type) && <p>{t('Reports.how.gapInLine')}</p>}
            {report && <p>{t('Reports.how.zone', { zone: report.period.time_zone })}</p>}
            <p>
              {t('Reports.how.unfinished')} {t('Reports.how.once')}
            </p>
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
