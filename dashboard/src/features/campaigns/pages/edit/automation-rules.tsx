import type { Automation, Bot } from '@botscope/contract';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { OptionCards } from '../../../../ui/option-cards.tsx';
import { Section } from '../../../../ui/section.tsx';
import { targetsQuery } from '../../../targets/public/targets-data.ts';
import { useRuleWords } from '../../../users/public/use-rule-words.ts';
import classes from './editor.module.css';
import { CountField } from './timing/count-field.tsx';

interface RepeatSectionProps {
  automation: Automation;
  onChange(part: Partial<Automation>): void;
}

const usualCap = { messages: 2, hours: 24 };

/** Limits on how often an automation sends to one user. */
export function RepeatSection({ automation, onChange }: RepeatSectionProps) {
  const { t } = useTranslation();
  const { cap } = automation;
  return (
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
          onChange={(repeat) => onChange({ repeat })}
        />
        {automation.repeat === 'each' && (
          <CountField
            label={t('Automations.sending.pause')}
            value={automation.pause_hours}
            range={[0, 8_760]}
            onChange={(pause_hours) => onChange({ pause_hours })}
          />
        )}
        <Checkbox
          label={t('Automations.sending.cap')}
          description={t('Automations.sending.capText')}
          checked={cap !== null}
          onChange={(event) => onChange({ cap: event.currentTarget.checked ? usualCap : null })}
        />
        {cap !== null && (
          <div className={classes.row}>
            <CountField
              label={t('Automations.sending.capMessages')}
              value={cap.messages}
              range={[1, 100]}
              onChange={(messages) => onChange({ cap: { ...cap, messages } })}
            />
            <CountField
              label={t('Automations.sending.capHours')}
              value={cap.hours}
              range={[1, 720]}
              onChange={(hours) => onChange({ cap: { ...cap, hours } })}
            />
          </div>
        )}
      </div>
    </Section>
  );
}

/** Conditions under which a message that is due is not sent after all. */
export function ConditionsSection({ bot, automation, onChange }: RepeatSectionProps & { bot: Bot }) {
  const { t } = useTranslation();
  const { names } = useRuleWords(bot);
  const { data: targets = [] } = useQuery({ ...targetsQuery(bot.key), enabled: may(bot, 'convers.view') });
  return (
    <Section title={t('Automations.sending.conditions')}>
      <div className={classes.stack}>
        <NativeSelect
          w={{ base: '100%', xs: 360 }}
          label={t('Automations.sending.target')}
          disabled={automation.is_hidden}
          value={automation.unless_target ?? ''}
          data={[
            { value: '', label: t('Automations.sending.noTarget') },
            ...targets.map(({ target_id, name }) => ({
              value: String(target_id),
              label: names.target(target_id) ?? name,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ unless_target: value === '' ? null : Number(value) })}
        />
        {automation.trigger.kind === 'segment' && (
          <Checkbox
            label={t('Automations.sending.stillIn')}
            checked={automation.still_in}
            onChange={(event) => onChange({ still_in: event.currentTarget.checked })}
          />
        )}
      </div>
    </Section>
  );
}
