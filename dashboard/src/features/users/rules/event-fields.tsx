import { actionTypes, type EventMatch, type SegmentCondition, updateKinds } from '@botscope/contract';
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import editor from '../../../analytics/filter/condition-editor.module.css';
import { useFilterValues } from '../../../analytics/filter/filter-values.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { targetsQuery } from '../../targets/public/targets-data.ts';
import { CampaignField } from './campaign-field.tsx';
import { nameUpdate } from './describe-event.ts';
import { eventKindsFor, mayAskSums } from './event-kinds.ts';
import type { FieldsProps } from './fields-props.ts';
import { eventKinds, newEvent } from './new-condition.ts';
import classes from './rules.module.css';
import { SuggestingInput } from './suggesting-input.tsx';
import { TimesFields } from './times-fields.tsx';
import { useRuleWords } from './use-rule-words.ts';
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

type MatchProps = Pick<EventProps, 'bot' | 'condition' | 'problems'> & { choose(event: EventMatch): void };

/** The fields of the event itself. */
export function MatchFields({ bot, condition, problems, choose }: MatchProps) {
  const { t } = useTranslation();
  const { event } = condition;
  const text = (field: string, value: string, set: (value: string) => void, limit = 256) => ({
    value,
    maxLength: limit,
    autoComplete: 'off',
    spellCheck: false,
    error: problems.has(field) ? t('General.ErrorsText.RequiredFields') : undefined,
    onChange: (change: { currentTarget: { value: string } }) => set(change.currentTarget.value),
  });
  switch (event.kind) {
    case 'action':
      return (
        <fieldset className={classes.choices} aria-label={t('Users.editor.types')}>
          {actionTypes.map((type) => (
            <label key={type} className={editor.value}>
              <input
                type="checkbox"
                checked={event.types.includes(type)}
                onChange={() =>
                  choose({
                    ...event,
                    types: event.types.includes(type)
                      ? event.types.filter((other) => other !== type)
                      : [...event.types, type],
                  })
                }
              />
              {t(`Reports.lines.${type}`)}
            </label>
          ))}
        </fieldset>
      );
    case 'command':
      return <CommandField bot={bot} event={event} problem={problems.has('name')} onChange={choose} />;
    case 'button':
      return (
        <div className={classes.pair}>
          <TextInput
            label={t('Users.editor.data')}
            {...text('data', event.data, (data) => choose({ ...event, data }))}
          />
          <NativeSelect
            label={t('Users.editor.match')}
            value={event.match}
            data={(['exact', 'begins'] as const).map((match) => ({
              value: match,
              label: t(`Users.editor.matches.${match}`),
            }))}
            onChange={({ currentTarget: { value } }) =>
              choose({ ...event, match: value === 'begins' ? 'begins' : 'exact' })
            }
          />
        </div>
      );
    case 'text':
      return (
        <div className={classes.pair}>
          <TextInput
            label={t('Users.editor.text')}
            {...text('text', event.text, (value) => choose({ ...event, text: value }))}
          />
          <NativeSelect
            label={t('Users.editor.match')}
            value={event.match}
            data={textMatches.map((match) => ({ value: match, label: t(`Users.editor.matches.${match}`) }))}
            onChange={({ currentTarget: { value } }) =>
              choose({ ...event, match: textMatches.find((match) => match === value) ?? 'exact' })
            }
          />
        </div>
      );
    case 'start':
      return (
        <TextInput
          label={t('Users.editor.payload')}
          description={t('Users.editor.payloadHint')}
          {...text('payload', event.payload, (payload) => choose({ ...event, payload }), 512)}
        />
      );
    case 'start_param':
      return (
        <div className={classes.pair}>
          <TextInput
            label={t('Users.editor.parameter')}
            {...text('param', event.param, (param) => choose({ ...event, param }))}
          />
          <TextInput
            label={t('Users.editor.value')}
            description={t('Users.editor.valueHint')}
            {...text('value', event.value, (value) => choose({ ...event, value }), 512)}
          />
        </div>
      );
    case 'target':
      return <TargetField bot={bot} event={event} problem={problems.has('target_id')} onChange={choose} />;
    case 'campaign':
    case 'campaign_button':
    case 'campaign_link':
      return <CampaignField bot={bot} event={event} onChange={choose} />;
    case 'webapp':
    case 'site_event':
      return (
        <TextInput
          label={t(`Users.editor.${event.kind}`)}
          {...text('name', event.name, (name) => choose({ ...event, name }))}
        />
      );
    case 'update':
      return (
        <NativeSelect
          label={t('Users.editor.update')}
          value={event.update}
          data={updateKinds.map((kind) => ({ value: kind, label: nameUpdate(t, kind) }))}
          onChange={({ currentTarget: { value } }) =>
            choose({ ...event, update: updateKinds.find((kind) => kind === value) ?? event.update })
          }
        />
      );
    default:
      return null;
  }
}

const textMatches = ['exact', 'contains', 'pattern'] as const;

interface MatchFieldProps<Kind extends EventMatch['kind']> {
  bot: EventProps['bot'];
  event: Extract<EventMatch, { kind: Kind }>;
  problem: boolean;
  onChange(event: EventMatch): void;
}

/** Commands and hidden commands of the last 90 days are suggested. */
function CommandField({ bot, event, problem, onChange }: MatchFieldProps<'command'>) {
  const { t } = useTranslation();
  const [search] = useDebouncedValue(event.name.trim(), 200);
  const { data } = useFilterValues(bot.key, 'command', search, may(bot, 'report.view'));
  return (
    <SuggestingInput
      label={t('Users.editor.command')}
      placeholder="/start"
      value={event.name}
      suggestions={(data?.values ?? []).map(({ value }) => value).filter(Boolean)}
      error={problem ? t('General.ErrorsText.RequiredFields') : undefined}
      onChange={(name) => onChange({ ...event, name })}
    />
  );
}

function TargetField({ bot, event, problem, onChange }: MatchFieldProps<'target'>) {
  const { t } = useTranslation();
  const { names } = useRuleWords(bot);
  const { data: targets = [] } = useQuery({ ...targetsQuery(bot.key), enabled: may(bot, 'convers.view') });
  return (
    <NativeSelect
      label={t('Users.editor.target')}
      value={event.target_id || ''}
      error={problem ? t('Users.editor.chooseTarget') : undefined}
      data={[
        { value: '', label: t('Users.editor.choose') },
        ...targets.map(({ target_id, name }) => ({
          value: String(target_id),
          label: names.target(target_id) ?? name,
        })),
      ]}
      onChange={(change) => onChange({ ...event, target_id: Number(change.currentTarget.value) })}
    />
  );
}
