import type { Bot, EventMatch } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCampaignNames } from '../../campaigns/public/campaign-names.ts';

type CampaignEvent = Extract<EventMatch, { kind: 'campaign' | 'campaign_button' | 'campaign_link' }>;

interface CampaignFieldProps {
  bot: Bot;
  event: CampaignEvent;
  onChange(event: CampaignEvent): void;
}

/** Any campaign of the bot, or one of them. */
export function CampaignField({ bot, event, onChange }: CampaignFieldProps) {
  const { t } = useTranslation();
  const names = useCampaignNames(bot) ?? new Map<number, string>();
  const { campaign_id: id } = event;
  const choices = [...names].map(([value, label]) => ({ value: String(value), label }));
  if (id !== 0 && !names.has(id)) choices.push({ value: String(id), label: `#${id}` });
  return (
    <NativeSelect
      label={t('Users.editor.campaign')}
      value={String(id)}
      data={[{ value: '0', label: t('Users.editor.anyCampaign') }, ...choices]}
      onChange={({ currentTarget: { value } }) => onChange({ ...event, campaign_id: Number(value) })}
    />
  );
}
