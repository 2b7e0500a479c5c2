import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../../platform/i18n/format.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { daysIn } from './days.ts';

/** Writes the hour and minute of a moment (ISO) in the account's time zone. */
export function useClock(): (at: string) => string {
  const { i18n } = useTranslation();
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    return (iso) => format.format(new Date(iso));
  }, [i18n.language, timeZone]);
}

/** The calendar day of a moment in the account's time zone, and the moment (Unix ms) at which a day begins there. */
export function useDays() {
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  return useMemo(() => daysIn(timeZone), [timeZone]);
}
