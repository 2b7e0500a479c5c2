import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session.ts';
import { createFormats, type Formats } from './formats.ts';

/** Formats in the language on show and the time zone of the account (a visitor's: of the browser). */
export function useFormat(): Formats {
  const { i18n } = useTranslation();
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  return useMemo(() => createFormats(i18n.language, timeZone), [i18n.language, timeZone]);
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
