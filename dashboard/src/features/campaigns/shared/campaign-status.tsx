import type { CampaignSummary } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';

const tones = {
  Draft: 'plain',
  Not_started: 'accent',
  In_progress: 'accent',
  Done: 'good',
  Cancel: 'warn',
  Error: 'warn',
} as const;

/** The status of a campaign in a word. */
export function CampaignStatusBadge({
  campaign,
}: {
  campaign: Pick<CampaignSummary, 'kind' | 'status' | 'is_archived'>;
}) {
  const { t } = useTranslation();
  const isActive = campaign.kind === 'automation' && campaign.status === 'In_progress';
  const name = isActive ? t('Automations.status.In_progress') : t(`Campaigns.status.${campaign.status}`);
  return (
    <>
      <Badge tone={tones[campaign.status]}>{name}</Badge>
      {campaign.is_archived && <Badge tone="plain">{t('Campaigns.archived')}</Badge>}
    </>
  );
}
