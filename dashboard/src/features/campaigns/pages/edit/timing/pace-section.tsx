import { freeSpeed } from '@botscope/contract';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../../ui/section.tsx';
import { audienceQuery } from '../../../data/campaigns-data.ts';
import { mailingLimitsQuery } from '../../../data/stars.ts';
import { messagesEach } from '../../../data/versions.ts';
import { fullHourIn } from '../../../data/zoned-time.ts';
import classes from '../editor.module.css';
import { PaidBroadcast } from '../paid-broadcast.tsx';
import type { SendingSectionProps } from '../step-props.ts';
import { MomentField } from './moment-field.tsx';
import { QuietFields } from './quiet-fields.tsx';
import { SendingNumber } from './sending-number.tsx';

/** The pace of a campaign: its speed, the times of day, and when it must be over. */
export function PaceSection({ bot, state, timeZone, write }: SendingSectionProps) {
  const { t } = useTranslation();
  const { sending } = state.values;
  const allowedSpeed = useQuery(mailingLimitsQuery(bot.key)).data?.max_speed ?? freeSpeed;
  const maxSpeed = sending.is_paid ? allowedSpeed : Math.min(allowedSpeed, freeSpeed);
  const count = useQuery(audienceQuery(bot.key, state.values.audience)).data?.can_get;
  return (
    <Section title={t('CampaignEditor.sending.pace')}>
      <div className={classes.stack}>
        <div className={classes.row}>
          <SendingNumber name="speed" max={maxSpeed} sending={sending} onChange={write} />
          <SendingNumber name="interval_cap" max={maxSpeed} sending={sending} onChange={write} />
        </div>
        <PaidBroadcast
          bot={bot}
          sending={sending}
          count={count && count * messagesEach(state.values)}
          onChange={write}
        />
        <Checkbox
          label={t('CampaignEditor.sending.spread')}
          disabled={sending.user_time !== null}
          checked={sending.spread_hours !== null}
          onChange={(event) => write({ spread_hours: event.currentTarget.checked ? 8 : null })}
        />
        {sending.spread_hours !== null && (
          <SendingNumber name="spread_hours" max={168} sending={sending} onChange={write} />
        )}
        <QuietFields
          {...{ bot, timeZone }}
          {...(sending.user_time === null && { audience: state.values.audience })}
          quietHours={sending.quiet}
          onChange={(quietHours) => write({ quiet: quietHours })}
        />
        <Checkbox
          label={t('CampaignEditor.sending.finish')}
          description={t('CampaignEditor.sending.finishHint')}
          checked={sending.finish_by !== null}
          onChange={(event) => write({ finish_by: event.currentTarget.checked ? fullHourIn(24) : null })}
        />
        {sending.finish_by !== null && (
          <MomentField
            label={t('CampaignEditor.sending.finishDate')}
            value={sending.finish_by}
            timeZone={timeZone}
            onChange={(finish_by) => write({ finish_by })}
          />
        )}
      </div>
    </Section>
  );
}
