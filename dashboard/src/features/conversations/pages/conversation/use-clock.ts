import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../../platform/i18n/format.ts';
import { useSession } from '../../../../platform/session/session.ts';

const dayMs = 86_400_000;

/** Calendar days of a time zone. */
export function daysIn(timeZone: string) {
  // Swedish dates are ISO dates.
  const format = new Intl.DateTimeFormat('sv', { timeZone });
  const dayOf = (moment: string | number): string => format.format(new Date(moment));
  return {
    dayOf,
    /** Null for what is no date. */
    startOf(day: string): number | null {
      const noon = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T12:00:00Z`) : Number.NaN;
      if (Number.isNaN(noon)) return null;
      // The first moment of the day lies within a day and a half before UTC's noon; halving finds it.
      let [before, after] = [noon - 1.5 * dayMs, noon + dayMs / 2];
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (dayOf(middle) < day) before = middle;
        else after = middle;
      }
      return after;
    },
  };
}

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
