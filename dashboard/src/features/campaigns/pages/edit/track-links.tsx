import { type Bot, type CampaignMessage, trackableLinks } from '@botscope/contract';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { linkAddressQuery } from '../../data/links-data.ts';

interface TrackLinksProps {
  bot: Bot;
  message: CampaignMessage;
  onChange(isTracked: boolean): void;
}

/** The switch for tracked links, with what it does, or why it cannot. */
export function TrackLinks({ bot, message, onChange }: TrackLinksProps) {
  const { t } = useTranslation();
  const address = useQuery(linkAddressQuery(bot.key)).data?.address;
  const count = trackableLinks(message).length;
  const isUnavailable = address === null;
  return (
    <Checkbox
      label={t('CampaignContent.track.label')}
      description={
        isUnavailable
          ? t('CampaignContent.track.unavailable')
          : t('CampaignContent.track.hint', { count, address: `${address ?? 'https://…/r/'}…` })
      }
      checked={message.track_links}
      // Tracking that was switched on before the address changed can still be switched off.
      disabled={isUnavailable && !message.track_links}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
