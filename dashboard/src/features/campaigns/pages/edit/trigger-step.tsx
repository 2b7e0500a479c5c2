import { type Automation, type AutomationTrigger, everyone, isTriggerMatch } from '@botscope/contract';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { OptionCards } from '../../../../ui/option-cards.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Note } from '../../../../ui/words.tsx';
import { HiddenRules, RulesField } from '../../../users/public/rules-field.tsx';
import { TriggerEventField } from '../../../users/public/trigger-event-field.tsx';
import { useAutomationText } from '../../shared/use-automation-text.ts';
import classes from './editor.module.css';
import type { StepProps } from './step-props.ts';

const kinds = ['first_contact', 'event', 'segment'] as const;

const newTrigger = (kind: (typeof kinds)[number]): AutomationTrigger => {
  if (kind === 'event') return { kind, event: { kind: 'start', payload: '' } };
  return kind === 'segment' ? { kind, rules: everyone, with_members: false } : { kind };
};

/** Step for the trigger of an automation, with the whole automation as a sentence. */
export function TriggerStep({ bot, state, draft, change }: StepProps) {
  const { t } = useTranslation();
  const describeAutomation = useAutomationText(bot);
  const { automation } = state.values;
  if (automation === null) return null;
  const { trigger, is_hidden: isHidden = false } = automation;
  const write = (next: AutomationTrigger) => {
    const current: Automation = draft.state().values.automation ?? automation;
    const { is_hidden, ...visibleAutomation } = current;
    change({
      automation: {
        ...visibleAutomation,
        trigger: next,
        still_in: visibleAutomation.still_in && next.kind === 'segment',
      },
    });
  };
  // Rules show what users the bot has.
  const open = kinds.filter((kind) => kind !== 'segment' || may(bot, 'section.users.list') || trigger.kind === kind);
  return (
    <Section title={t('Automations.trigger.title')}>
      <div className={classes.stack}>
        <OptionCards
          label={t('Automations.trigger.label')}
          name="trigger"
          value={isHidden ? '' : trigger.kind}
          options={open.map((kind) => ({
            value: kind,
            label: t(`Automations.trigger.${kind}.name`),
            text: t(`Automations.trigger.${kind}.text`),
          }))}
          onChange={(kind) => kind !== '' && (isHidden || kind !== trigger.kind) && write(newTrigger(kind))}
        />
        {trigger.kind === 'event' && isTriggerMatch(trigger.event) && (
          <div className={classes.trigger}>
            <TriggerEventField bot={bot} event={trigger.event} onChange={(event) => write({ kind: 'event', event })} />
          </div>
        )}
        {trigger.kind === 'segment' && (
          <>
            <RulesField bot={bot} rules={trigger.rules} onChange={(rules) => write({ ...trigger, rules })} />
            {trigger.rules.rules.length === 0 && <Note>{t('Automations.trigger.noRules')}</Note>}
            <Checkbox
              label={t('Automations.trigger.withMembers')}
              checked={trigger.with_members}
              onChange={(event) => write({ ...trigger, with_members: event.currentTarget.checked })}
            />
          </>
        )}
        {isHidden ? <HiddenRules /> : <p role="status">{describeAutomation(automation)}</p>}
        <Note>{t('Automations.trigger.note')}</Note>
      </div>
    </Section>
  );
}
