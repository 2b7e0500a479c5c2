import { campaignKinds, campaignStatuses, campaignTypes } from '@botscope/contract';
import { Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CampaignsSearch } from '../../search.ts';
import classes from './list.module.css';

const views = ['list', 'calendar'] as const;

interface CampaignFiltersProps {
  address: CampaignsSearch;
  /** '' takes a condition away. */
  onChange(part: CampaignsSearch): void;
}

/** Fields that choose which campaigns are shown, and as a list or as a calendar. */
export function CampaignFilters({ address, onChange }: CampaignFiltersProps) {
  const { t } = useTranslation();
  return (
    <search className={classes.filters}>
      <TextInput
        aria-label={t('Campaigns.filters.text')}
        placeholder={t('Campaigns.filters.text')}
        value={address.text ?? ''}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('Campaigns.filters.status')}
        value={address.status ?? ''}
        data={[
          { value: '', label: t('Campaigns.filters.anyStatus') },
          ...campaignStatuses.map((status) => ({ value: status, label: t(`Campaigns.status.${status}`) })),
        ]}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('Automations.kind')}
        value={address.kind ?? ''}
        data={[
          { value: '', label: t('Automations.kinds.all') },
          ...campaignKinds.map((kind) => ({ value: kind, label: t(`Automations.kinds.${kind}`) })),
        ]}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('Campaigns.filters.type')}
        value={address.type ?? ''}
        data={[
          { value: '', label: t('Campaigns.filters.anyType') },
          ...campaignTypes.map((type) => ({ value: type, label: t(`Campaigns.types.${type}`) })),
        ]}
        onChange={(event) => onChange({ type: event.currentTarget.value })}
      />
      <Checkbox
        label={t('Campaigns.filters.archived')}
        checked={address.archived === '1'}
        onChange={(event) => onChange({ archived: event.currentTarget.checked ? '1' : '' })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('CampaignCalendar.view')}
        value={address.view === 'calendar' ? 'calendar' : 'list'}
        onChange={(value) => onChange({ view: value === 'calendar' ? value : '', month: '' })}
        data={views.map((value) => ({ value, label: t(`CampaignCalendar.${value}`) }))}
      />
    </search>
  );
}
