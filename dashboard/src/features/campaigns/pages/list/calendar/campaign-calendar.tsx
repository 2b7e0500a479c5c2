import type { CampaignSummary } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../../../platform/i18n/format.ts';
import { useSession } from '../../../../../platform/session/session.ts';
import { Dim } from '../../../../../ui/words.tsx';
import { type CalendarEntry, daysOfMonth, entriesByDay, parseMonth, shiftMonth } from '../../../data/calendar.ts';
import { formatLocalTime } from '../../../data/zoned-time.ts';
import { CampaignStatusBadge } from '../../../shared/campaign-status.tsx';
import classes from './calendar.module.css';

interface CampaignCalendarProps {
  campaigns: readonly CampaignSummary[];
  /** As the address has it. */
  month: string | undefined;
  onMonth(month: string): void;
}

/** A month of campaigns: a grid of weeks where there is room, else the days on which something happens. */
export function CampaignCalendar({ campaigns, month: text, onMonth }: CampaignCalendarProps) {
  const { t, i18n } = useTranslation();
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  const now = Date.now();
  const month = parseMonth(text, now, timeZone);
  const today = formatLocalTime(new Date(now).toISOString(), timeZone).slice(0, 10);
  const days = daysOfMonth(month);
  const entries = entriesByDay(campaigns, timeZone);
  const isEmpty = !days.some((day) => day.startsWith(month) && entries.has(day));
  const words = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(i18n.language, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`));
  const title = words(`${month}-01`, { month: 'long', year: 'numeric' });
  return (
    <section aria-label={title}>
      <Flex gap={8} align="center" wrap="wrap" mb={12}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('CampaignCalendar.previous')}
          onClick={() => onMonth(shiftMonth(month, -1))}
        >
          <IconChevronLeft size={16} aria-hidden />
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('CampaignCalendar.next')}
          onClick={() => onMonth(shiftMonth(month, 1))}
        >
          <IconChevronRight size={16} aria-hidden />
        </Button>
        <h2 className={classes.title} aria-live="polite">
          {title}
        </h2>
        <Button size="compact-sm" variant="default" onClick={() => onMonth('')}>
          {t('CampaignCalendar.today')}
        </Button>
      </Flex>
      <div className={classes.weekdays} aria-hidden>
        {days.slice(0, 7).map((day) => (
          <span key={day}>{words(day, { weekday: 'short' })}</span>
        ))}
      </div>
      <ol className={classes.days}>
        {days.map((day) => (
          <li
            key={day}
            className={classes.day}
            data-outside={!day.startsWith(month) || undefined}
            data-today={day === today || undefined}
            data-empty={!entries.has(day) || undefined}
          >
            <time dateTime={day}>
              <span className={classes.number} aria-hidden>
                {words(day, { day: 'numeric' })}
              </span>
              <span className={classes.full}>
                {day === today
                  ? t('CampaignCalendar.isToday', {
                      day: words(day, { weekday: 'long', day: 'numeric', month: 'long' }),
                    })
                  : words(day, { weekday: 'long', day: 'numeric', month: 'long' })}
              </span>
            </time>
            {(entries.get(day) ?? []).map((entry) => (
              <Entry key={entry.campaign.campaign_id} entry={entry} timeZone={timeZone} />
            ))}
          </li>
        ))}
      </ol>
      {isEmpty && <p>{t('CampaignCalendar.none')}</p>}
      <Dim>{t('CampaignCalendar.zone', { zone: timeZone })}</Dim>
    </section>
  );
}

function Entry({ entry: { campaign, begin, end }, timeZone }: { entry: CalendarEntry; timeZone: string }) {
  const { t } = useTranslation();
  const formatLocal = (iso: string): string => formatLocalTime(iso, timeZone);
  // An end on another day says little without its date.
  const isOneDay = end !== null && formatLocal(end).slice(0, 10) === formatLocal(begin).slice(0, 10);
  const times = { begin: formatLocal(begin).slice(11), end: end === null ? '' : formatLocal(end).slice(11) };
  return (
    <Link
      to="/mailing/campaign/$campaignId"
      params={{ campaignId: String(campaign.campaign_id) }}
      className={classes.entry}
      data-status={campaign.status}
    >
      <time dateTime={begin}>
        {isOneDay && times.begin !== times.end ? t('CampaignCalendar.range', times) : t('CampaignCalendar.from', times)}
      </time>{' '}
      <bdi className={classes.name}>{campaign.name}</bdi> <CampaignStatusBadge campaign={campaign} />
    </Link>
  );
}
