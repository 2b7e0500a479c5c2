import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { mailingQuery } from '../../data/mailing-data.ts';

/** Says that a user gets no mailings, and since when. Nothing for all others. */
export function MailingBadge({ botKey, userId }: { botKey: string; userId: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const exclusion = useQuery(mailingQuery({ key: botKey, userId })).data?.exclusion;
  if (!exclusion) return null;
  const { at, by } = exclusion;
  const date = format.date(at);
  return (
    <Badge
      tone="warn"
      title={by ? t('Conversation.mailings.by', { name: by, date }) : t('Conversation.mailings.at', { date })}
    >
      {t('Conversation.mailings.badge')}
    </Badge>
  );
}
