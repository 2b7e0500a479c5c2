import type { UserHead } from '@botscope/contract';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameValue } from '../../../../analytics/labels/name-value.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Dim, Under } from '../../../../ui/words.tsx';
import { mailingQuery, unsubscriptionQuery } from '../../data/mailing-data.ts';
import { MapLink } from '../conversation/map-link.tsx';
import { Facts } from './facts.tsx';
import { ReachFact } from './reach.tsx';
import classes from './user-head.module.css';

/** Profile of a user. */
export function UserHeadPanel({ head, botKey }: { head: UserHead; botKey: string }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const formatValue = (dimension: string, value: string) => nameValue(dimension, value, t, i18n.language);
  const isLive = head.status === 'live';
  const since = t(`Conversation.head.${isLive ? 'liveSince' : 'leftSince'}`, { date: format.date(head.status_since) });
  const contact: (readonly [string, ReactNode])[] = [
    ...(head.username === ''
      ? []
      : [
          [
            t('Conversation.head.openInTelegram'),
            <Anchor
              key="link"
              size="sm"
              href={`https://t.me/${head.username}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              @{head.username}
            </Anchor>,
          ] as const,
        ]),
    [t('Conversation.reach.name'), <ReachFact key="reach" head={head} />],
    [t('Conversation.head.id'), head.user_id],
    [t('Conversation.head.language'), formatValue('language', head.language)],
    [t('Conversation.head.gender'), formatValue('gender', head.gender)],
    [t('Conversation.head.first'), format.moment(head.first_time)],
    [t('Conversation.head.last'), format.moment(head.last_time)],
    ...(head.app_country === ''
      ? []
      : [[t('Conversation.head.appCountry'), formatValue('country', head.app_country)] as const]),
    ...(head.location === null
      ? []
      : [[t('Conversation.head.location'), <LastLocation key="map" location={head.location} />] as const]),
  ];
  return (
    <Section
      title={t('Conversation.tabs.profile')}
      actions={<CopyButton value={String(head.user_id)} label={t('Conversation.head.copyId')} />}
    >
      <p className={classes.status}>
        <Badge tone={isLive ? 'good' : 'warn'}>{t(`Conversation.head.${head.status}`)}</Badge>
        <Dim>{since}</Dim>
        {head.is_premium && <Badge tone="accent">{t('Conversation.head.premium')}</Badge>}
        <MailingBadge botKey={botKey} userId={head.user_id} />
      </p>
      <Facts facts={contact} />
    </Section>
  );
}

/** Shows the user's last location and its country. */
function LastLocation({ location }: { location: NonNullable<UserHead['location']> }) {
  const { t, i18n } = useTranslation();
  const { latitude, longitude, country } = location;
  return (
    <>
      <MapLink latitude={latitude} longitude={longitude} />
      {country && <Under>{nameValue('country', country, t, i18n.language)}</Under>}
    </>
  );
}

/** Says that a user gets no mailings, since when and who wanted it. Nothing for all others. */
function MailingBadge({ botKey, userId }: { botKey: string; userId: number }) {
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
