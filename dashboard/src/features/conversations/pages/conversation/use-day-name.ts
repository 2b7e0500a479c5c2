import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { useDays } from './use-clock.ts';

const dayMs = 86_400_000;

/** Writes the day of a moment: today, yesterday, or its date. */
export function useDayName(): (at: string) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const { dayOf } = useDays();
  return (iso) => {
    if (iso === '') return '';
    const day = dayOf(iso);
    if (day === dayOf(Date.now())) return t('Conversation.today');
    return day === dayOf(Date.now() - dayMs) ? t('Conversation.yesterday') : format.date(iso);
  };
}
