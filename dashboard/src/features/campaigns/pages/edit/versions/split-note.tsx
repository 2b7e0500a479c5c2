import type { CampaignVariants } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { Note } from '../../../../../ui/words.tsx';

/** About how many of an audience are in the control group: who that is, is decided user by user. */
export const countControlGroup = ({ hold_out }: CampaignVariants, users: number): number =>
  Math.round((users * (hold_out ?? 0)) / 100);

interface SplitNoteProps {
  variants: CampaignVariants;
  controlGroup: number;
  /** Users who get the message. */
  count: number;
}

/** Notes about users who get nothing, and about users who have to wait. */
export function SplitNote({ variants: { test, hold_out }, controlGroup, count }: SplitNoteProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const testCount = Math.round((count * (test?.share ?? 0)) / 100);
  return (
    <>
      {hold_out !== null && (
        <Note>
          {t('CampaignVariants.start.controlGroup', { count: controlGroup, number: format.number(controlGroup) })}
        </Note>
      )}
      {test !== null && (
        <Note>{t('CampaignVariants.start.test', { count: testCount, number: format.number(testCount) })}</Note>
      )}
    </>
  );
}
