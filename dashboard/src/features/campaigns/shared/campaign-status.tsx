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
export function CampaignStatusBadge({ campaign }: { campaign: Pick<CampaignSummary, 'status' | 'is_archived'> }) {
  const { t } = useTranslation();
  return (
    <>
      <Badge tone={tones[campaign.status]}>{t(`Campaigns.status.${campaign.status}`)}</Badge>
      {campaign.is_archived && <Badge tone="plain">{t('Campaigns.archived')}</Badge>}
    </>
  );
}
