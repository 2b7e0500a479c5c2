import { actionTypes, type EventMatch, type SegmentCondition, updateKinds } from '@botscope/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import editor from '../../../analytics/filter/condition-editor.module.css';
import { useFilterValues } from '../../../analytics/filter/filter-values.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { targetsQuery } from '../../targets/public/targets-data.ts';
import { CampaignField } from './campaign-field.tsx';
import { nameUpdate } from './describe-event.ts';
import type { FieldsProps } from './fields-props.ts';
import classes from './rules.module.css';
import { SuggestingInput } from './suggesting-input.tsx';
import { useRuleWords } from './use-rule-words.ts';

type ActionEvent = Extract<EventMatch, { kind: 'action' }>;

const dataMatches = ['exact', 'begins'] as const;
const textMatches = ['exact', 'contains', 'pattern'] as const;
type TextMatch = (typeof dataMatches | typeof textMatches)[number];

type EventProps = FieldsProps<Extract<SegmentCondition, { kind: 'event' }>>;
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
      return <ActionTypes types={event.types} onChange={(types) => choose({ ...event, types })} />;
    case 'command':
      return <CommandField bot={bot} event={event} problem={problems.has('name')} onChange={choose} />;
    case 'button':
      return (
        <div className={classes.pair}>
          <TextInput
            label={t('Users.editor.data')}
            {...text('data', event.data, (data) => choose({ ...event, data }))}
          />
          <MatchSelect value={event.match} matches={dataMatches} onChange={(match) => choose({ ...event, match })} />
        </div>
      );
    case 'text':
      return (
        <div className={classes.pair}>
          <TextInput
            label={t('Users.editor.text')}
            {...text('text', event.text, (value) => choose({ ...event, text: value }))}
          />
          <MatchSelect value={event.match} matches={textMatches} onChange={(match) => choose({ ...event, match })} />
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

interface ActionTypesProps {
  types: ActionEvent['types'];
  onChange(types: ActionEvent['types']): void;
}

function ActionTypes({ types, onChange }: ActionTypesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.choices} aria-label={t('Users.editor.types')}>
      {actionTypes.map((type) => (
        <label key={type} className={editor.value}>
          <input
            type="checkbox"
            checked={types.includes(type)}
            onChange={() => onChange(types.includes(type) ? types.filter((other) => other !== type) : [...types, type])}
          />
          {t(`Reports.lines.${type}`)}
        </label>
      ))}
    </fieldset>
  );
}

interface MatchSelectProps<Match extends TextMatch> {
  value: Match;
  matches: readonly Match[];
  onChange(match: Match): void;
}

/** The way in which the text of an event is compared with the entered one. */
function MatchSelect<Match extends TextMatch>({ value, matches, onChange }: MatchSelectProps<Match>) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('Users.editor.match')}
      value={value}
      data={matches.map((match: TextMatch) => ({ value: match, label: t(`Users.editor.matches.${match}`) }))}
      onChange={({ currentTarget }) => {
        const chosenMatch = matches.find((match) => match === currentTarget.value);
        if (chosenMatch !== undefined) onChange(chosenMatch);
      }}
    />
  );
}

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
