import { type CampaignSending, freeSpeed } from '@botscope/contract';
import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../../platform/i18n/format.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { OptionCards } from '../../../../ui/option-cards.tsx';
import { Section } from '../../../../ui/section.tsx';
import classes from './editor.module.css';
import { MomentField } from './moment-field.tsx';
import { StartSection } from './start-section.tsx';
import type { StepProps } from './step-props.ts';
import { TestSend } from './test-send.tsx';

const hourMs = 3_600_000;
const night = { from: '22:00', to: '08:00' };

/** When and how fast it is sent, a test before, and the start. */
export function SendingStep(props: StepProps) {
  const { t } = useTranslation();
  const { state, draft, change } = props;
  const { sending } = state.values;
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  const write = (part: Partial<CampaignSending>) => change({ sending: { ...draft.state().values.sending, ...part } });
  const inHours = (hours: number) => new Date(Math.ceil(Date.now() / hourMs + hours) * hourMs).toISOString();
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
            value={sending.date_send === null ? 'now' : 'later'}
            options={(['now', 'later'] as const).map((value) => ({
              value,
              label: t(`CampaignEditor.sending.${value}.name`),
              text: t(`CampaignEditor.sending.${value}.text`),
            }))}
            onChange={(value) => write({ date_send: value === 'now' ? null : inHours(1) })}
          />
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
            {number('speed', freeSpeed)}
            {number('interval_cap', freeSpeed)}
          </div>
          <Checkbox
            label={t('CampaignEditor.sending.spread')}
            checked={sending.spread_hours !== null}
            onChange={(event) => write({ spread_hours: event.currentTarget.checked ? 8 : null })}
          />
          {sending.spread_hours !== null && number('spread_hours', 168)}
          <Checkbox
            label={t('CampaignEditor.sending.quiet')}
            description={t('CampaignEditor.sending.quietHint', { zone: sending.quiet?.time_zone ?? timeZone })}
            checked={sending.quiet !== null}
            onChange={(event) =>
              write({ quiet: event.currentTarget.checked ? { ...night, time_zone: timeZone } : null })
            }
          />
          {sending.quiet && (
            <div className={classes.row}>
              {(['from', 'to'] as const).map((edge) => (
                <TextInput
                  key={edge}
                  type="time"
                  label={t(`CampaignEditor.sending.quietTimes.${edge}`)}
                  value={sending.quiet?.[edge] ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    value !== '' && sending.quiet && write({ quiet: { ...sending.quiet, [edge]: value.slice(0, 5) } })
                  }
                />
              ))}
            </div>
          )}
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
