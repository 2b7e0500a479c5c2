import type { EventMatch, SegmentCondition } from '@botscope/contract';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { eventKindsFor, mayAskSums } from './event-kinds.ts';
import type { FieldsProps } from './fields-props.ts';
import { MatchFields } from './match-fields.tsx';
import { eventKinds, newEvent } from './new-condition.ts';
import { TimesFields } from './times-fields.tsx';
import { WhenFields } from './when-fields.tsx';

type EventProps = FieldsProps<Extract<SegmentCondition, { kind: 'event' }>>;

/** Did or did not what, how often, when. */
export function EventFields(props: EventProps) {
  const { bot, condition, problems, onChange } = props;
  const { t } = useTranslation();
  const kinds = eventKindsFor(bot);
  const { event, times } = condition;
  const mayBePaid = event.kind === 'payment' || event.kind === 'target';
  const choose = (next: EventMatch) => {
    const paid = next.kind === 'payment' || next.kind === 'target';
    const times = paid || condition.times.of === 'count' ? condition.times : onceTimes;
    onChange({ ...condition, event: next, times });
  };
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        value={condition.did ? 'did' : 'didNot'}
        onChange={(value) => onChange({ ...condition, did: value === 'did' })}
        data={[
          { value: 'did', label: t('Users.editor.did') },
          { value: 'didNot', label: t('Users.editor.didNot') },
        ]}
      />
      <NativeSelect
        label={t('Users.editor.event')}
        value={event.kind}
        data={(kinds.includes(event.kind) ? kinds : [...kinds, event.kind]).map((kind) => ({
          value: kind,
          label: t(`Users.events.${kind}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          choose(newEvent(eventKinds.find((kind) => kind === value) ?? 'action'))
        }
      />
      <MatchFields {...props} choose={choose} />
      <TimesFields
        times={times}
        withSums={mayBePaid && (times.of === 'sum' || mayAskSums(bot))}
        problems={problems}
        onChange={(times) => onChange({ ...condition, times })}
      />
      <WhenFields period={condition.when} problems={problems} onChange={(when) => onChange({ ...condition, when })} />
    </>
  );
}

const onceTimes = { of: 'count', is: 'at_least', number: 1 } as const;
