import { propertyValues, type SegmentCondition, sourceDeterminations } from '@botscope/contract';
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import editor from '../../../analytics/filter/condition-editor.module.css';
import { useLaunchParameters } from '../../../analytics/filter/filter-values.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { parseNumberField } from '../../../ui/parse-number-field.ts';
import { segmentsQuery } from '../data/segments-data.ts';
import { CountryValues } from './country-values.tsx';
import { namePropertyValue } from './describe-condition.ts';
import { EventFields } from './event-fields.tsx';
import { FieldFields } from './field-fields.tsx';
import type { FieldsProps } from './fields-props.ts';
import classes from './rules.module.css';
import { SuggestedValues } from './suggested-values.tsx';
import { SuggestingInput } from './suggesting-input.tsx';
import { WhenFields } from './when-fields.tsx';

type Of<Kind extends SegmentCondition['kind']> = FieldsProps<Extract<SegmentCondition, { kind: Kind }>>;

/** The fields of one condition, by its kind. */
export function ConditionFields(props: FieldsProps<SegmentCondition>) {
  const { condition } = props;
  switch (condition.kind) {
    case 'property':
      return <PropertyFields {...props} condition={condition} />;
    case 'seen':
      return (
        <WhenFields
          period={condition.when}
          problems={props.problems}
          onChange={(period) => props.onChange({ ...condition, when: period })}
        />
      );
    case 'source':
      return <SourceFields {...props} condition={condition} />;
    case 'event':
      return <EventFields {...props} condition={condition} />;
    case 'segment':
      return <SegmentFields {...props} condition={condition} />;
    case 'share':
      return <ShareFields {...props} condition={condition} />;
    case 'field':
      return <FieldFields {...props} condition={condition} />;
  }
}

function NotChoice({ isNegated: not, onChange }: { isNegated: boolean; onChange(not: boolean): void }) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      value={not ? 'not' : 'is'}
      onChange={(value) => onChange(value === 'not')}
      data={[
        { value: 'is', label: t('Reports.filter.is') },
        { value: 'not', label: t('Reports.filter.isNot') },
      ]}
    />
  );
}

function Problem({ shown, text }: { shown: boolean; text: string }) {
  if (!shown) return null;
  return (
    <p className={classes.problem} role="alert">
      {text}
    </p>
  );
}

function PropertyFields({ bot, condition, problems, onChange }: Of<'property'>) {
  const { t, i18n } = useTranslation();
  const { property, values } = condition;
  const closed = propertyValues[property];
  const set = (next: readonly string[]) => onChange({ ...condition, values: [...next] });
  return (
    <>
      <NotChoice isNegated={condition.not} onChange={(not) => onChange({ ...condition, not })} />
      {closed ? (
        <fieldset className={classes.choices} aria-label={t('Reports.filter.values')}>
          {closed.map((value) => (
            <label key={value} className={editor.value}>
              <input
                type="checkbox"
                checked={values.includes(value)}
                onChange={() =>
                  set(values.includes(value) ? values.filter((other) => other !== value) : [...values, value])
                }
              />
              {namePropertyValue({ t, locale: i18n.language }, property, value)}
            </label>
          ))}
        </fieldset>
      ) : property === 'country' ? (
        <CountryValues values={values} onChange={set} />
      ) : (
        <SuggestedValues bot={bot} dimension="language" values={values} onChange={set} />
      )}
      <Problem shown={problems.has('values')} text={t('Users.editor.chooseValue')} />
    </>
  );
}

function SourceFields({ bot, condition, problems, onChange }: Of<'source'>) {
  const { t } = useTranslation();
  const { parameter, model, values } = condition;
  const names = useLaunchParameters(bot.key, parameter !== undefined && may(bot, 'report.view'));
  return (
    <>
      {parameter !== undefined && (
        <SuggestingInput
          label={t('Users.editor.parameter')}
          value={parameter}
          suggestions={names}
          error={problems.has('parameter') ? t('General.ErrorsText.RequiredFields') : undefined}
          onChange={(name) => onChange({ ...condition, parameter: name })}
        />
      )}
      <NativeSelect
        label={t('Reports.model.label')}
        value={model ?? ''}
        data={[
          { value: '', label: t('Users.editor.ownModel') },
          ...sourceDeterminations.map((each) => ({ value: each, label: t(`Reports.model.${each}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const { model: _, ...rest } = condition;
          const newModel = sourceDeterminations.find((each) => each === value);
          onChange(newModel ? { ...rest, model: newModel } : rest);
        }}
      />
      <NotChoice isNegated={condition.not} onChange={(not) => onChange({ ...condition, not })} />
      <SuggestedValues
        bot={bot}
        dimension={parameter === undefined ? 'source' : `param.${parameter}`}
        values={values}
        onChange={(next) => onChange({ ...condition, values: [...next] })}
      />
      <Problem shown={problems.has('values')} text={t('Users.editor.chooseValue')} />
    </>
  );
}

function SegmentFields({ bot, condition, ownId, problems, onChange }: Of<'segment'>) {
  const { t } = useTranslation();
  const segments = useQuery(segmentsQuery(bot.key)).data ?? [];
  const otherSegments = segments.filter(({ segment_id }) => segment_id !== ownId);
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        value={condition.not ? 'not' : 'is'}
        onChange={(value) => onChange({ ...condition, not: value === 'not' })}
        data={[
          { value: 'is', label: t('Users.editor.isIn') },
          { value: 'not', label: t('Users.editor.isNotIn') },
        ]}
      />
      <NativeSelect
        label={t('Users.segments.one')}
        value={condition.segment_id || ''}
        error={problems.has('segment_id') ? t('Users.editor.chooseSegment') : undefined}
        description={otherSegments.length === 0 ? t('Users.editor.noSegments') : undefined}
        data={[
          { value: '', label: t('Users.editor.choose') },
          ...otherSegments.map(({ segment_id, name }) => ({ value: String(segment_id), label: name })),
        ]}
        onChange={(event) => onChange({ ...condition, segment_id: Number(event.currentTarget.value) })}
      />
    </>
  );
}

function ShareFields({ condition, problems, onChange }: Of<'share'>) {
  const { t } = useTranslation();
  return (
    <TextInput
      type="number"
      min={0.001}
      max={100}
      step="any"
      label={t('Users.editor.percent')}
      description={t('Users.editor.percentHint')}
      error={problems.has('percent') ? t('Users.editor.percentProblem') : undefined}
      defaultValue={condition.percent}
      onChange={(event) => onChange({ ...condition, percent: parseNumberField(event.currentTarget.value) })}
    />
  );
}
