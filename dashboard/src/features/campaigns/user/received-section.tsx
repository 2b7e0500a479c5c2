import type { Bot, ReceivedCampaign } from '@botscope/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { MoreRows } from '../../../ui/table/more-rows.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Note, Under } from '../../../ui/words.tsx';
import { receivedQuery } from '../data/campaigns-data.ts';
import { useReasonText } from '../shared/use-reason-text.ts';
import classes from './received-section.module.css';

/** Lists campaigns that a user got, or did not get. */
export function ReceivedSection({ bot, userId }: { bot: Bot; userId: number }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(receivedQuery(bot.key, userId));
  return (
    <Section title={t('Campaigns.received.title')}>
      <Loaded query={query} height={48}>
        {({ pages }) => {
          const receivedCampaigns = pages.flatMap(({ campaigns }) => campaigns);
          if (receivedCampaigns.length === 0) return <Note>{t('Campaigns.received.none')}</Note>;
          return (
            <>
              <ul className={classes.list}>
                {receivedCampaigns.map((campaign) => (
                  <Received key={campaign.campaign_id} bot={bot} campaign={campaign} />
                ))}
              </ul>
              <MoreRows label={t('Campaigns.recipients.more')} query={query} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Received({ bot, campaign }: { bot: Bot; campaign: ReceivedCampaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const reasonText = useReasonText();
  const { campaign_id, name, status, reason, finished_at } = campaign;
  return (
    <li>
      {may(bot, 'tasker.task.view') ? (
        <TextLink to="/mailing/campaign/$campaignId" params={{ campaignId: String(campaign_id) }}>
          <bdi>{name}</bdi>
        </TextLink>
      ) : (
        <bdi>{name}</bdi>
      )}
      <Under>
        {t(`Campaigns.recipientStatus.${status}`)}
        {finished_at !== null && (
          <>
            {', '}
            <time dateTime={finished_at}>{format.moment(finished_at)}</time>
          </>
        )}
      </Under>
      {reason !== null && <Under>{reasonText(reason)}</Under>}
    </li>
  );
}
