import { type Campaign, type CampaignVersion, listVersions } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { SelectChoice } from '../../../../../ui/select-choice.tsx';
import { useVersionName } from '../../../shared/use-version-name.ts';

interface VersionChoiceProps {
  campaign: Pick<Campaign, 'message' | 'variants'>;
  version: CampaignVersion;
  onChange(version: CampaignVersion): void;
}

/** Select for the version of the message on show; renders nothing if there is only one. */
export function VersionChoice({ campaign, version, onChange }: VersionChoiceProps) {
  const { t } = useTranslation();
  const nameOf = useVersionName(campaign.variants);
  const versions = listVersions(campaign);
  if (versions.length === 1) return null;
  const idOf = ({ variant, language }: CampaignVersion): string => `${variant} ${language}`;
  return (
    <SelectChoice
      label={t('CampaignVariants.shown')}
      value={idOf(version)}
      options={versions.map((each) => ({ value: idOf(each), label: nameOf(each) }))}
      onChange={(value) => {
        const selectedVersion = versions.find((each) => idOf(each) === value);
        if (selectedVersion) onChange({ variant: selectedVersion.variant, language: selectedVersion.language });
      }}
    />
  );
}
