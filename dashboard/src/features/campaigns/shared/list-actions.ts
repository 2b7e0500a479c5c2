import type { Campaign, CampaignSummary } from '@botscope/contract';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../platform/i18n/i18n.ts';
import { showUndo } from '../../../ui/undo-toast.tsx';
import { archiveCampaign, createCampaign } from '../data/campaigns-data.ts';

/** A draft with everything that the campaign has but its date. @throws ApiError */
export const copyCampaign = (key: string, { campaign_id, name }: CampaignSummary): Promise<Campaign> =>
  // A name may have 100 characters.
  createCampaign(key, { name: i18n.t('Campaigns.copyName', { name }).slice(0, 100), copy_of: campaign_id });

/** Takes a campaign out of the list, or back into it, and offers the opposite. */
export async function archiveWithUndo(key: string, campaign: CampaignSummary, isArchived: boolean): Promise<void> {
  const { campaign_id: id, name } = campaign;
  try {
    await archiveCampaign(key, id, isArchived);
  } catch (error) {
    return showError(error);
  }
  showUndo({
    id: `campaign-archived-${id}`,
    text: i18n.t(isArchived ? 'Campaigns.archiveDone' : 'Campaigns.restoreDone', { name }),
    label: i18n.t('Campaigns.undo'),
    onUndo: () => archiveCampaign(key, id, !isArchived).catch(showError),
  });
}
