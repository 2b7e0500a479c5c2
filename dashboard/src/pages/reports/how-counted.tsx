import type { ReportType } from '@botscope/contract';
import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useViewedReport } from './ask-report.ts';
import classes from './how-counted.module.css';
import type { ReportView } from './report-search.ts';

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

/** The report's definition in plain words, with this bot's session pause and the time zone that cuts the days. */
export function HowCounted({ type, bot, view }: { type: ReportType; bot: string; view: ReportView }) {
  const { t, i18n } = useTranslation();
  const [opened, { open, close }] = useDisclosure(false);
  const answer = useViewedReport(type, bot, view).data;
  const gap = answer?.session_gap_minutes;
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconInfoCircle size={16} aria-hidden />} onClick={open}>
        {t('Reports.how.button')}
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        size={420}
        title={t('Reports.how.button')}
        closeButtonProps={{ 'aria-label': t('General.Close') }}
      >
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
          {answer && <p>{t('Reports.how.zone', { zone: answer.period.time_zone })}</p>}
          <p>
            {t('Reports.how.unfinished')} {t('Reports.how.once')}
          </p>
        </div>
      </Drawer>
    </>
  );
}
