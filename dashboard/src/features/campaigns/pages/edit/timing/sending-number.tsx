import type { CampaignSending } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { CountField } from './count-field.tsx';

interface SendingNumberProps {
  name: 'speed' | 'interval_cap' | 'spread_hours' | 'not_after_hours';
  max: number;
  sending: CampaignSending;
  onChange(part: Partial<CampaignSending>): void;
}

/** One number of how a campaign is sent, with its own name and explanation. */
export function SendingNumber({ name, max, sending, onChange }: SendingNumberProps) {
  const { t } = useTranslation();
  return (
    <CountField
      width={240}
      label={t(`CampaignEditor.sending.${name}.name`)}
      description={t(`CampaignEditor.sending.${name}.text`)}
      value={sending[name]}
      range={[1, max]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
}
