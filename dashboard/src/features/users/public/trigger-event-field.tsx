import { type Bot, isTriggerMatch, type SegmentCondition, type TriggerMatch, triggerEvents } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { eventKindsFor } from '../rules/event-kinds.ts';
import { MatchFields } from '../rules/match-fields.tsx';
import { conditionProblems, newEvent } from '../rules/new-condition.ts';

const defaults = { times: { of: 'count', is: 'at_least', number: 1 }, when: { kind: 'ever' } } as const;

interface TriggerEventFieldProps {
  bot: Bot;
  event: TriggerMatch;
  /** Only of an event that is complete. */
  onChange(event: TriggerMatch): void;
}

/** One thing that users do, for forms of other features. What is half typed changes nothing yet. */
export function TriggerEventField({ bot, event: storedEvent, onChange }: TriggerEventFieldProps) {
  const { t } = useTranslation();
  const [event, setEvent] = useState(storedEvent);
  const condition: Extract<SegmentCondition, { kind: 'event' }> = { kind: 'event', did: true, event, ...defaults };
  const problems = conditionProblems(condition);
  const open = eventKindsFor(bot);
  const kinds = triggerEvents.filter((kind) => open.includes(kind) || event.kind === kind);
  const choose = (next: typeof condition.event) => {
    if (!isTriggerMatch(next)) return;
    setEvent(next);
    if (conditionProblems({ ...condition, event: next }).size === 0) onChange(next);
  };
  return (
    <>
      <NativeSelect
        label={t('Users.editor.event')}
        value={event.kind}
        data={kinds.map((kind) => ({ value: kind, label: t(`Users.events.${kind}`) }))}
        onChange={({ currentTarget: { value } }) =>
          choose(newEvent(triggerEvents.find((kind) => kind === value) ?? 'start'))
        }
      />
      <MatchFields bot={bot} condition={condition} problems={problems} choose={choose} />
    </>
  );
}
