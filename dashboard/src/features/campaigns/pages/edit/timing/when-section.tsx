import { useTranslation } from 'react-i18next';
import { OptionCards } from '../../../../../ui/option-cards.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { formatLocalTime, fullHourIn } from '../../../data/zoned-time.ts';
import classes from '../editor.module.css';
import type { SendingSectionProps } from '../step-props.ts';
import { MomentField } from './moment-field.tsx';
import { SendingNumber } from './sending-number.tsx';
import { UserTimeFields } from './user-time-fields.tsx';

/** The choice when a campaign is sent: at once, at a moment, or at a time of each user's own. */
export function WhenSection(props: SendingSectionProps) {
  const { state, timeZone, write } = props;
  const { t } = useTranslation();
  const { sending } = state.values;
  const choose = (timing: 'now' | 'later' | 'user') => {
    // A day ahead no time zone has passed it.
    const user_time = {
      date: formatLocalTime(fullHourIn(48), timeZone).slice(0, 10),
      time: '10:00',
      time_zone: timeZone,
    };
    write({
      date_send: timing === 'later' ? fullHourIn(1) : null,
      user_time: timing === 'user' ? user_time : null,
      ...(timing === 'user' && { spread_hours: null }),
    });
  };
  return (
    <Section title={t('CampaignEditor.sending.when')}>
      <div className={classes.stack}>
        <OptionCards
          label={t('CampaignEditor.sending.whenLabel')}
          name="when"
          value={sending.user_time !== null ? 'user' : sending.date_send === null ? 'now' : 'later'}
          options={[
            ...(['now', 'later'] as const).map((value) => ({
              value,
              label: t(`CampaignEditor.sending.${value}.name`),
              text: t(`CampaignEditor.sending.${value}.text`),
            })),
            { value: 'user', label: t('CampaignTiming.option.name'), text: t('CampaignTiming.option.text') },
          ]}
          onChange={choose}
        />
        {sending.user_time !== null && (
          <UserTimeFields {...props} value={sending.user_time} onChange={(user_time) => write({ user_time })} />
        )}
        {sending.date_send !== null && (
          <div className={classes.row}>
            <MomentField
              label={t('CampaignEditor.sending.date')}
              value={sending.date_send}
              timeZone={timeZone}
              onChange={(date_send) => write({ date_send })}
            />
            <SendingNumber name="not_after_hours" max={168} sending={sending} onChange={write} />
          </div>
        )}
      </div>
    </Section>
  );
}
