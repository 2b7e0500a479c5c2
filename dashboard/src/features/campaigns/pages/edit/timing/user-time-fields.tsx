import { beginsAt, type CampaignSending, endsEverywhere } from '@botscope/contract';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../../../ui/words.tsx';
import classes from '../editor.module.css';
import type { StepProps } from '../step-props.ts';
import { KnownZones } from './known-zones.tsx';

type UserTime = NonNullable<CampaignSending['user_time']>;

interface UserTimeFieldsProps extends StepProps {
  value: UserTime;
  onChange(value: UserTime): void;
}

/** A date and a time of day of each user's own, for how many that is known, and what becomes of the others. */
export function UserTimeFields({ bot, state, value, onChange }: UserTimeFieldsProps) {
  const { t } = useTranslation();
  const { audience, variants } = state.values;
  const now = Date.now();
  const isOver = endsEverywhere(value) <= now;
  const hasBegun = (beginsAt({ date_send: null, user_time: value }) ?? now) < now;
  return (
    <div className={classes.stack}>
      <div className={classes.row}>
        <TextInput
          type="date"
          label={t('CampaignTiming.date')}
          value={value.date}
          error={isOver ? t('General.ErrorsText.DateInPast') : undefined}
          onChange={({ currentTarget: { value: date } }) => date !== '' && onChange({ ...value, date })}
        />
        <TextInput
          type="time"
          label={t('CampaignTiming.time')}
          value={value.time}
          onChange={({ currentTarget: { value: time } }) =>
            time !== '' && onChange({ ...value, time: time.slice(0, 5) })
          }
        />
      </div>
      <KnownZones
        {...{ bot, audience }}
        others={t('CampaignTiming.known.others', { time: value.time, zone: value.time_zone })}
      />
      {hasBegun && !isOver && <Note>{t('CampaignTiming.passed')}</Note>}
      {variants.test !== null && <p className={classes.wrong}>{t('CampaignTiming.noTest')}</p>}
    </div>
  );
}
