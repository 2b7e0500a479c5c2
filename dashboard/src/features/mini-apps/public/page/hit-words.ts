import { type HitProblem, hitProblems } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../../platform/i18n/format.ts';
import { useSession } from '../../../../platform/session/session.ts';

export function malformedWords(t: TFunction, problem: string): string {
  const knownProblem: HitProblem | undefined = hitProblems.find((each) => each === problem);
  return knownProblem === undefined ? problem : t(`PageScript.hits.malformed.${knownProblem}`);
}

/** Times of day to the second, in the time zone of the account. */
export function useSecond(): (iso: string) => string {
  const { i18n } = useTranslation();
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  return useMemo(() => {
    const parts = { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    const format = new Intl.DateTimeFormat(i18n.language, parts);
    return (iso) => format.format(new Date(iso));
  }, [i18n.language, timeZone]);
}
