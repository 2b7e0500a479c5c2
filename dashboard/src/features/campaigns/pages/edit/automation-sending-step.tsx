import { type Automation, type CampaignSending, freeSpeed, longestDelay } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../../platform/i18n/format.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { Section } from '../../../../ui/section.tsx';
import { ConditionsSection, RepeatSection } from './automation-rules.tsx';
import { AutomationStart } from './automation-start.tsx';
import classes from './editor.module.css';
import type { StepProps } from './step-props.ts';
import { TestSend } from './test-send.tsx';
import { CountField } from './timing/count-field.tsx';
import { DelayField } from './timing/delay-field.tsx';
import { QuietFields } from './timing/quiet-fields.tsx';

/** The delay, how often, under which conditions; a test before, and the start. */
export function AutomationSendingStep(props: StepProps) {
  const { t } = useTranslation();
  const { bot, state, draft, change } = props;
  const { automation, sending } = state.values;
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  if (automation === null) return null;
  const write = (part: Partial<Automation>) =>
    change({ automation: { ...(draft.state().values.automation ?? automation), ...part } });
  const writeSending = (part: Partial<CampaignSending>) =>
    change({ sending: { ...draft.state().values.sending, ...part } });
  return (
    <>
      <Section title={t('Automations.sending.when')}>
        <div className={classes.stack}>
          <DelayField
            minutes={automation.delay_minutes}
            most={longestDelay}
            onChange={(delay_minutes) => write({ delay_minutes })}
          />
          <CountField
            width={360}
            label={t('Automations.sending.notAfter')}
            description={t('Automations.sending.notAfterText')}
            value={sending.not_after_hours}
            range={[1, 168]}
            onChange={(not_after_hours) => writeSending({ not_after_hours })}
          />
          <QuietFields
            {...{ bot, timeZone }}
            quietHours={sending.quiet}
            onChange={(quiet) => writeSending({ quiet })}
          />
          <CountField
            label={t('CampaignEditor.sending.speed.name')}
            value={sending.speed}
            range={[1, freeSpeed]}
            onChange={(speed) => writeSending({ speed, interval_cap: speed })}
          />
        </div>
      </Section>
      <RepeatSection automation={automation} onChange={write} />
      <ConditionsSection bot={bot} automation={automation} onChange={write} />
      <TestSend {...props} />
      <AutomationStart {...props} automation={automation} />
    </>
  );
}
