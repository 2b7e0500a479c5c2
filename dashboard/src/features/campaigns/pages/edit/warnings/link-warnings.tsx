import type { Campaign, LinkWarnings } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { useVersionName } from '../../../shared/use-version-name.ts';

/** Addresses that do not answer as they should, and those that were not requested. */
export function LinkWarningItems({ campaign, warnings }: { campaign: Campaign; warnings: LinkWarnings }) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useVersionName(campaign.variants);
  const formatVersions = (versions: LinkWarnings['broken'][number]['versions']): string =>
    versions.length === 0 ? '' : `${versions.map(nameOf).join(', ')}: `;
  const personal = warnings.unchecked.filter(({ reason }) => reason === 'variables');
  const uncheckedCount = warnings.unchecked.length - personal.length;
  return (
    <>
      {warnings.broken.map(({ url, status, failure, versions }) => (
        <li key={url}>
          {formatVersions(versions)}
          {status === null
            ? t(`CampaignChecks.links.failures.${failure ?? 'other'}`, { url })
            : t('CampaignChecks.links.status', { url, status })}
        </li>
      ))}
      {personal.map(({ url, versions }) => (
        <li key={url}>
          {formatVersions(versions)}
          {t('CampaignChecks.links.variables', { url })}
        </li>
      ))}
      {uncheckedCount > 0 && (
        <li>{t('CampaignChecks.links.too_many', { count: uncheckedCount, number: format.number(uncheckedCount) })}</li>
      )}
    </>
  );
}
