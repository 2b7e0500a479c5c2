import type { SubscriptionEntry } from '@botscope/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Section } from '../../../../ui/section.tsx';
import { Under } from '../../../../ui/words.tsx';
import { unsubscriptionQuery } from '../../data/mailing-data.ts';
import type { UserRef } from '../../data/user-data.ts';

/** Lists a user's decisions on mailings, newest first, so the state is on top. */
export function SubscriptionSection({ user }: { user: UserRef }) {
  const { t } = useTranslation();
  const { data } = useQuery(unsubscriptionQuery(user));
  if (data === undefined || (data.unsubscription === null && data.history.length === 0)) return null;
  const { unsubscription, history } = data;
  const since = unsubscription?.at;
  const isSame = history[0]?.is_unsubscribed === true && history[0].at === since;
  return (
    <Section title={t('Subscription.title')}>
      <Stack component="ol" gap={12} m={0} p={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
        {unsubscription !== null && !isSame && <Change entry={unsubscription} isState />}
        {history.map((entry, index) => (
          <Change
            key={`${entry.at} ${entry.is_unsubscribed}`}
            entry={entry}
            isState={isSame && index === 0}
            isRepeated={entry.is_unsubscribed && history[index + 1]?.is_unsubscribed === true}
          />
        ))}
      </Stack>
    </Section>
  );
}

interface ChangeProps {
  entry: SubscriptionEntry;
  /** It holds now. */
  isState?: boolean;
  /** They had unsubscribed before: a colleague said why. */
  isRepeated?: boolean;
}

function Change({ entry, isState = false, isRepeated = false }: ChangeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { is_unsubscribed, at, source, campaign, reason, note, by } = entry;
  const startKey = isState ? 'unsubscribedSince' : 'unsubscribed';
  const changeKey = is_unsubscribed ? (isRepeated ? 'noted' : startKey) : 'subscribed';
  return (
    <li>
      <div>{t(`Subscription.changes.${changeKey}`)}</div>
      <Under>
        <time dateTime={at}>{format.moment(at)}</time>
        {', '}
        {by === null ? t(`Subscription.ways.${source}`) : t('Subscription.byName', { name: by })}
      </Under>
      {campaign !== null && is_unsubscribed && (
        <Under>{t('Subscription.afterCampaign', { campaign: campaign.name })}</Under>
      )}
      {reason !== null && <Under>{t('Subscription.reasonIs', { reason: t(`Subscription.reasons.${reason}`) })}</Under>}
      {note !== '' && <Under>{note}</Under>}
    </li>
  );
}
