import { type Automation, type CampaignSending, freeSpeed, longestDelay } from '@botscope/contract';
import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { OptionCards } from '../../../../ui/option-cards.tsx';
import { Section } from '../../../../ui/section.tsx';
import { targetsQuery } from '../../../targets/public/targets-data.ts';
import { useRuleWords } from '../../../users/public/use-rule-words.ts';
import { splitDelay } from '../../shared/use-automation-text.ts';
import { AutomationStart } from './automation-start.tsx';
import classes from './editor.module.css';
import type { StepProps } from './step-props.ts';
import { TestSend } from './test-send.tsx';
import { QuietFields } from './timing/quiet-fields.tsx';

const unitMinutes = { minutes: 1, hours: 60, days: 1_440 } as const;
const units = ['minutes', 'hours', 'days'] as const;

interface DelayFieldProps {
  minutes: number;
  most: number;
  onChange(minutes: number): void;
}

/** A number and its unit. */
function DelayField({ minutes, most, onChange }: DelayFieldProps) {
  const { t } = useTranslation();
  const [unit, setUnit] = useState(minutes === 0 ? 'hours' : splitDelay(minutes).unit);
  const length = minutes / unitMinutes[unit];
  return (
    <div className={classes.row}>
      <NumberInput
        w={{ base: '100%', xs: 200 }}
        label={t('Automations.sending.delay')}
        description={t('Automations.sending.delayText')}
        min={0}
        max={Math.floor(most / unitMinutes[unit])}
        allowDecimal={false}
        clampBehavior="strict"
        value={length}
        onChange={(value) => typeof value === 'number' && onChange(value * unitMinutes[unit])}
      />
      <NativeSelect
        aria-label={t('Automations.sending.unit')}
        value={unit}
        data={units.map((value) => ({ value, label: t(`Automations.sending.units.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const next = units.find((each) => each === value) ?? unit;
          setUnit(next);
          onChange(Math.min(most, length * unitMinutes[next]));
        }}
      />
    </div>
  );
}

const usualCap = { messages: 2, hours: 24 };

/** The delay, how often, under which conditions; a test before, and the start. */
export function AutomationSendingStep(props: StepProps) {
  const { t } = useTranslation();
  const { bot, state, draft, change } = props;
  const { automation, sending } = state.values;
  const { names } = useRuleWords(bot);
  const { data: targets = [] } = useQuery({ ...targetsQuery(bot.key), enabled: may(bot, 'convers.view') });
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  if (automation === null) return null;
  const write = (part: Partial<Automation>) =>
    change({ automation: { ...(draft.state().values.automation ?? automation), ...part } });
  const writeSending = (part: Partial<CampaignSending>) =>
    change({ sending: { ...draft.state().values.sending, ...part } });
  const { cap, unless_target } = automation;
  const number = (
    label: string,
    value: number,
    [min, max]: readonly [number, number],
    set: (value: number) => void,
  ) => (
    <NumberInput
      w={{ base: '100%', xs: 200 }}
      label={label}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={value}
      onChange={(next) => typeof next === 'number' && next >= min && set(next)}
    />
  );
  return (
    <>
      <Section title={t('Automations.sending.when')}>
        <div className={classes.stack}>
          <DelayField
            minutes={automation.delay_minutes}
            most={longestDelay}
            onChange={(delay_minutes) => write({ delay_minutes })}
          />
          <NumberInput
            w={{ base: '100%', xs: 360 }}
            label={t('Automations.sending.notAfter')}
            description={t('Automations.sending.notAfterText')}
            min={1}
            max={168}
            allowDecimal={false}
            clampBehavior="strict"
            value={sending.not_after_hours}
            onChange={(value) => typeof value === 'number' && value >= 1 && writeSending({ not_after_hours: value })}
          />
          <QuietFields
            {...{ bot, timeZone }}
            quietHours={sending.quiet}
            onChange={(quiet) => writeSending({ quiet })}
          />
          {number(t('CampaignEditor.sending.speed.name'), sending.speed, [1, freeSpeed], (speed) =>
            writeSending({ speed, interval_cap: speed }),
          )}
        </div>
      </Section>
      <Section title={t('Automations.sending.often')}>
        <div className={classes.stack}>
          <OptionCards
            label={t('Automations.sending.oftenLabel')}
            name="repeat"
            value={automation.repeat}
            options={(['once', 'each'] as const).map((value) => ({
              value,
              label: t(`Automations.sending.${value}.name`),
              text: t(`Automations.sending.${value}.text`),
            }))}
            onChange={(repeat) => write({ repeat })}
          />
          {automation.repeat === 'each' &&
            number(t('Automations.sending.pause'), automation.pause_hours, [0, 8_760], (pause_hours) =>
              write({ pause_hours }),
            )}
          <Checkbox
            label={t('Automations.sending.cap')}
            description={t('Automations.sending.capText')}
            checked={cap !== null}
            onChange={(event) => write({ cap: event.currentTarget.checked ? usualCap : null })}
          />
          {cap !== null && (
            <div className={classes.row}>
              {number(t('Automations.sending.capMessages'), cap.messages, [1, 100], (messages) =>
                write({ cap: { ...cap, messages } }),
              )}
              {number(t('Automations.sending.capHours'), cap.hours, [1, 720], (hours) =>
                write({ cap: { ...cap, hours } }),
              )}
            </div>
          )}
        </div>
      </Section>
      <Section title={t('Automations.sending.conditions')}>
        <div className={classes.stack}>
          <NativeSelect
            w={{ base: '100%', xs: 360 }}
            label={t('Automations.sending.target')}
            disabled={automation.is_hidden}
            value={unless_target ?? ''}
            data={[
              { value: '', label: t('Automations.sending.noTarget') },
              ...targets.map(({ target_id, name }) => ({
                value: String(target_id),
                label: names.target(target_id) ?? name,
              })),
            ]}
            onChange={({ currentTarget: { value } }) => write({ unless_target: value === '' ? null : Number(value) })}
          />
          {automation.trigger.kind === 'segment' && (
            <Checkbox
              label={t('Automations.sending.stillIn')}
              checked={automation.still_in}
              onChange={(event) => write({ still_in: event.currentTarget.checked })}
            />
          )}
        </div>
      </Section>
      <TestSend {...props} />
      <AutomationStart {...props} automation={automation} />
    </>
  );
}
