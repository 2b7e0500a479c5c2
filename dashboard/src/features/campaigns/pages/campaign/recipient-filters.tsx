import { type Bot, type Campaign, listVariantNames, recipientGroups, recipientReasons } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecipientsFilter } from '../../data/campaigns-data.ts';
import type { CampaignSearch } from '../../search.ts';
import { useReasonText } from '../../shared/use-reason-text.ts';
import classes from './campaign.module.css';
import { OutcomeSelect } from './outcome-select.tsx';

interface RecipientFiltersProps {
  bot: Bot;
  campaign: Campaign;
  filter: RecipientsFilter;
  /** '' takes a condition away. */
  onChange(part: CampaignSearch): void;
}

/** Fields that choose which recipients are listed. */
export function RecipientFilters({ bot, campaign, filter, onChange }: RecipientFiltersProps) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  return (
    <search className={classes.tools} id="recipients">
      <NativeSelect
        label={t('Campaigns.recipients.group')}
        value={filter.group ?? ''}
        data={[
          { value: '', label: t('Campaigns.recipients.anyGroup') },
          ...recipientGroups
            .filter((each) => each !== 'control_group' || campaign.control_group > 0)
            .map((value) => ({ value, label: t(`Campaigns.counts.${value}`) })),
        ]}
        onChange={(event) => onChange({ group: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('Campaigns.results.reason')}
        value={filter.reason ?? ''}
        data={[
          { value: '', label: t('Campaigns.recipients.anyReason') },
          ...recipientReasons.map((value) => ({ value, label: reasonText(value) })),
        ]}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
      {campaign.variants.others.length > 0 && (
        <NativeSelect
          label={t('CampaignVariants.recipients.variant')}
          value={filter.variant ?? ''}
          data={[
            { value: '', label: t('CampaignVariants.recipients.any') },
            ...listVariantNames(campaign.variants).map((name) => ({
              value: name,
              label: t('CampaignVariants.variant', { name }),
            })),
          ]}
          onChange={(event) => onChange({ variant: event.currentTarget.value })}
        />
      )}
      {campaign.counts.delivered > 0 && (
        <OutcomeSelect
          bot={bot}
          campaign={campaign}
          outcome={filter.outcome ?? ''}
          onChange={(outcome) => onChange({ outcome })}
        />
      )}
    </search>
  );
}
