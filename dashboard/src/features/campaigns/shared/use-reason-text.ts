import type { RecipientReason } from '@botscope/contract';
import { useTranslation } from 'react-i18next';

const ownReasons = ['left', 'excluded', 'unsubscribed', 'capped', 'erased', 'finished', 'late'] as const;
type OwnReason = (typeof ownReasons)[number];
const isOwn = (reason: RecipientReason): reason is OwnReason => (ownReasons as readonly string[]).includes(reason);

/** Why a recipient was not reached, as a sentence. */
export function useReasonText(): (reason: RecipientReason) => string {
  const { t } = useTranslation();
  return (reason) => (isOwn(reason) ? t(`Campaigns.reasons.${reason}`) : t(`Messages.reasons.${reason}`));
}
