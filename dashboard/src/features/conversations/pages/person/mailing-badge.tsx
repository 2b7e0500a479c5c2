import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { mailingQuery, unsubscriptionQuery } from '../../data/mailing-data.ts';

/** Says that a user gets no mailings, since when and who wanted it. Nothing for all others. */
export function MailingBadge({ botKey, userId }: { botKey: string; userId: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const exclusion = useQuery(mailingQuery({ key: botKey, userId })).data?.exclusion;
  const unsubscription = useQuery(unsubscriptionQuery({ key: botKey, userId })).data?.unsubscription;
  const { at = '', by = null } = exclusion ?? {};
  const date = exclusion ? format.date(at) : '';
  return (
    <>
      {exclusion && (
        <Badge
          tone="warn"
          title={by ? t('Conversation.mailings.by', { name: by, date }) : t('Conversation.mailings.at', { date })}
        >
          {t('Conversation.mailings.badge')}
        </Badge>
      )}
      {unsubscription && (
        <Badge
          tone="warn"
          title={t(`Conversation.mailings.${unsubscription.campaign === null ? 'left' : 'leftAfter'}`, {
            date: format.date(unsubscription.at),
            campaign: unsubscription.campaign?.name,
          })}
        >
          {t('Conversation.mailings.unsubscribed')}
        </Badge>
      )}
    </>
  );
}
