import type { Bot, CampaignAudience, CampaignSending } from '@botscope/contract';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../editor.module.css';
import { KnownZones } from './known-zones.tsx';

type Quiet = CampaignSending['quiet'];

interface QuietFieldsProps {
  bot: Bot;
  /** Audience whose known time zones are counted; absent for automations, and where the count is already shown. */
  audience?: CampaignAudience;
  quietHours: Quiet;
  /** Time zone of the user who edits. */
  timeZone: string;
  onChange(quiet: Quiet): void;
}

const night = { from: '22:00', to: '08:00' };

/** Times of day between which nothing is sent, and whose they are. */
export function QuietFields({ bot, audience, quietHours: quiet, timeZone, onChange }: QuietFieldsProps) {
  const { t } = useTranslation();
  const zone = quiet?.time_zone ?? timeZone;
  const isOwn = quiet?.in_users_zone === true;
  return (
    <>
      <Checkbox
        label={t('CampaignEditor.sending.quiet')}
        description={t(`CampaignTiming.quiet.${isOwn ? 'ownHint' : 'hint'}`, { zone })}
        checked={quiet !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? { ...night, time_zone: timeZone } : null)}
      />
      {quiet && (
        <div className={classes.row}>
          {(['from', 'to'] as const).map((edge) => (
            <TextInput
              key={edge}
              type="time"
              label={t(`CampaignEditor.sending.quietTimes.${edge}`)}
              value={quiet[edge]}
              onChange={({ currentTarget: { value } }) =>
                value !== '' && onChange({ ...quiet, [edge]: value.slice(0, 5) })
              }
            />
          ))}
          <NativeSelect
            label={t('CampaignTiming.quiet.whose')}
            value={isOwn ? 'own' : 'one'}
            data={[
              { value: 'one', label: zone },
              { value: 'own', label: t('CampaignTiming.quiet.own') },
            ]}
            onChange={(event) => onChange({ ...quiet, in_users_zone: event.currentTarget.value === 'own' })}
          />
        </div>
      )}
      {isOwn && audience && (
        <KnownZones bot={bot} audience={audience} others={t('CampaignTiming.quiet.others', { zone })} />
      )}
    </>
  );
}
