import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Says that more users are selected than were shown; nothing where that is not so. */
export function GrownNotice({ before, now }: { before: number | null; now: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (before === null) return null;
  return (
    <div role="alert">
      <Notice tone="warn">{t('Jobs.grew', { before: format.number(before), now: format.number(now) })}</Notice>
    </div>
  );
}
