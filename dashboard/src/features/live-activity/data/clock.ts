import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../platform/i18n/format.ts';
import { useSession } from '../../../platform/session/session.ts';

/** Times of day in the account's time zone, to the minute and to the second. */
export function useClock() {
  const { i18n } = useTranslation();
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  return useMemo(() => {
    const parts = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const minute = new Intl.DateTimeFormat(i18n.language, parts);
    const second = new Intl.DateTimeFormat(i18n.language, { ...parts, second: '2-digit' });
    return { minute: (moment: number) => minute.format(moment), second: (iso: string) => second.format(new Date(iso)) };
  }, [i18n.language, timeZone]);
}
