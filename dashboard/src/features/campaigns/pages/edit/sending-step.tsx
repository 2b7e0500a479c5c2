import { type CampaignSending, freeSpeed } from '@botscope/contract';
import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../../platform/i18n/format.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { OptionCards } from '../../../../ui/option-cards.tsx';
import { Section } from '../../../../ui/section.tsx';
import { audienceQuery } from '../../data/campaigns-data.ts';
import { mailingLimitsQuery } from '../../data/stars.ts';
import { messagesEach } from '../../data/versions.ts';
import { formatLocalTime, parseLocalTime } from '../../data/zoned-time.ts';
import classes from './editor.module.css';
import { PaidBroadcast } from './paid-broadcast.tsx';
import { StartSection } from './start-section.tsx';
import type { StepProps } from './step-props.ts';
import { TestSend } from './test-send.tsx';
import { QuietFields } from './timing/quiet-fields.tsx';
import { UserTimeFields } from './timing/user-time-fields.tsx';

const hourMs = 3_600_000;

/** When and how fast it is sent, a test before, and the start. */
export function SendingStep(props: StepProps) {
  const { t } = useTranslation();
  const { bot, state, draft, change } = props;
  const { sending } = state.values;
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  const write = (part: Partial<CampaignSending>) => change({ sending: { ...draft.state().values.sending, ...part } });
  const allowedSpeed = useQuery(mailingLimitsQuery(bot.key)).data?.max_speed ?? freeSpeed;
  const maxSpeed = sending.is_paid ? allowedSpeed : Math.min(allowedSpeed, freeSpeed);
  const count = useQuery(audienceQuery(bot.key, state.values.audience)).data?.can_get;
  const inHours = (hours: number) => new Date(Math.ceil(Date.now() / hourMs + hours) * hourMs).toISOString();
  const choose = (timing: 'now' | 'later' | 'user') => {
    // A day ahead no time zone has passed it.
    const user_time = { date: formatLocalTime(inHours(48), timeZone).slice(0, 10), time: '10:00', time_zone: timeZone };
    write({
      date_send: timing === 'later' ? inHours(1) : null,
      user_time: timing === 'user' ? user_time : null,
      ...(timing === 'user' && { spread_hours: null }),
    });
  };
  const number = (name: 'speed' | 'interval_cap' | 'spread_hours' | 'not_after_hours', max: number) => (
    <NumberInput
      w={{ base: '100%', xs: 240 }}
      label={t(`CampaignEditor.sending.${name}.name`)}
      description={t(`CampaignEditor.sending.${name}.text`)}
      min={1}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={sending[name] ?? ''}
      onChange={(value) => typeof value === 'number' && value >= 1 && write({ [name]: value })}
    />
  );
  return (
    <>
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
              {number('not_after_hours', 168)}
            </div>
          )}
        </div>
      </Section>
      <Section title={t('CampaignEditor.sending.pace')}>
        <div className={classes.stack}>
          <div className={classes.row}>
            {number('speed', maxSpeed)}
            {number('interval_cap', maxSpeed)}
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
          {sending.spread_hours !== null && number('spread_hours', 168)}
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
            onChange={(event) => write({ finish_by: event.currentTarget.checked ? inHours(24) : null })}
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
      <TestSend {...props} />
      <StartSection {...props} />
    </>
  );
}

interface MomentFieldProps {
  label: string;
  /** ISO 8601. */
  value: string;
  timeZone: string;
  onChange(value: string): void;
}

/** A date and a time of day in a time zone that is named. What is half typed changes nothing yet. */
function MomentField({ label, value, timeZone, onChange }: MomentFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null>(null);
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={t('CampaignEditor.sending.zone', { zone: timeZone })}
      value={text ?? formatLocalTime(value, timeZone)}
      error={Date.parse(value) < Date.now() ? t('General.ErrorsText.DateInPast') : undefined}
      onChange={({ currentTarget: { value: localTime } }) => {
        setText(localTime);
        const moment = parseLocalTime(localTime, timeZone);
        if (moment !== null) onChange(moment);
      }}
      onBlur={() => setText(null)}
    />
  );
}
