import type { Bot, CampaignAudience } from '@botscope/contract';
import { Checkbox, NumberInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { campaignsQuery } from '../../data/campaigns-data.ts';
import classes from './editor.module.css';

/** Limit of the list in the contract. */
const maxExcluded = 50;
const maxHours = 720;
const usualHours = 24;

interface ExclusionsProps {
  bot: Bot;
  audience: CampaignAudience;
  /** The campaign's own id. */
  ownId: number | undefined;
  onChange(part: Partial<CampaignAudience>): void;
}

/** Excludes users from the audience: recipients of other campaigns, and users who got one recently. */
export function Exclusions({ bot, audience, ownId, onChange }: ExclusionsProps) {
  const { t } = useTranslation();
  const { without_campaigns: excluded, without_recent_hours: hours } = audience;
  const campaigns = useQuery(campaignsQuery(bot.key)).data ?? [];
  const otherCampaigns = campaigns.filter(
    ({ campaign_id, counts }) => campaign_id !== ownId && (counts.total > 0 || excluded.includes(campaign_id)),
  );
  return (
    <Section title={t('CampaignEditor.without.title')}>
      <Stack gap={16}>
        <Checkbox
          label={t('CampaignEditor.without.recent')}
          checked={hours !== null}
          onChange={(event) => onChange({ without_recent_hours: event.currentTarget.checked ? usualHours : null })}
        />
        {hours !== null && (
          <NumberInput
            maw={240}
            label={t('CampaignEditor.without.hours')}
            min={1}
            max={maxHours}
            allowDecimal={false}
            clampBehavior="strict"
            value={hours}
            onChange={(value) => typeof value === 'number' && value >= 1 && onChange({ without_recent_hours: value })}
          />
        )}
        <ServiceMessage audience={audience} onChange={onChange} />
        {otherCampaigns.length > 0 && (
          <fieldset className={classes.campaigns}>
            <legend>{t('CampaignEditor.without.campaigns')}</legend>
            <Stack gap={8} p={8}>
              {otherCampaigns.map(({ campaign_id, name }) => (
                <Checkbox
                  key={campaign_id}
                  label={name}
                  checked={excluded.includes(campaign_id)}
                  disabled={!excluded.includes(campaign_id) && excluded.length >= maxExcluded}
                  onChange={(event) =>
                    onChange({
                      without_campaigns: event.currentTarget.checked
                        ? [...excluded, campaign_id]
                        : excluded.filter((id) => id !== campaign_id),
                    })
                  }
                />
              ))}
            </Stack>
          </fieldset>
        )}
      </Stack>
    </Section>
  );
}

interface ServiceMessageProps {
  audience: CampaignAudience;
  onChange(part: Partial<CampaignAudience>): void;
}

/** Whether it goes to those who have unsubscribed as well, which needs a reason. */
function ServiceMessage({ audience, onChange }: ServiceMessageProps) {
  const { t } = useTranslation();
  return (
    <>
      <Checkbox
        label={t('CampaignEditor.service.label')}
        description={t('CampaignEditor.service.hint')}
        checked={audience.is_service}
        onChange={(event) => onChange({ is_service: event.currentTarget.checked })}
      />
      {audience.is_service && <Notice tone="warn">{t('CampaignEditor.service.warning')}</Notice>}
    </>
  );
}
