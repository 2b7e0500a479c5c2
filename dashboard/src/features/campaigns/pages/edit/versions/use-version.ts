import type { CampaignVersion } from '@botscope/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DraftValues } from '../../../data/draft.ts';
import { findVersion } from '../../../data/versions.ts';

/** The version of the message that is being written: it stands in the address. */
export function useVersion(
  values: Pick<DraftValues, 'message' | 'variants'>,
): [CampaignVersion, (version: CampaignVersion) => void] {
  const address = useSearch({ from: '/layout/mailing/edit-campaign/{-$campaignId}' });
  const navigate = useNavigate();
  const open = (version: CampaignVersion) =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, ...toSearch(version) }),
      resetScroll: false,
    });
  return [findVersion(values, address), open];
}

/** The default is not named. */
export const toSearch = ({ variant, language }: CampaignVersion) => ({
  variant: variant === 'A' ? undefined : variant,
  language: language === '' ? undefined : language,
});
