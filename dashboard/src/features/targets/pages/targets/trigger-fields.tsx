import { textMatches, updateKinds } from '@botscope/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TargetValues, TriggerKind } from './target-values.ts';
import classes from './targets.module.css';

export interface FieldsProps {
  values: TargetValues;
  problems: Partial<Record<keyof TargetValues, string>>;
  readOnly: boolean;
  /** Kinds that the account may choose. */
  kinds: readonly TriggerKind[];
  change(part: Partial<TargetValues>): void;
}

/** Kind of the target's trigger, and the fields of that kind alone. */
export function TriggerFields(props: FieldsProps) {
  const { values, readOnly, kinds, change } = props;
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        name="kind"
        label={t('Conversions.form.kind')}
        description={t(`Conversions.form.kindHints.${values.kind}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.kind}
        disabled={readOnly}
        data={kinds.map((kind) => ({ value: kind, label: t(`Conversions.form.kinds.${kind}`) }))}
        onChange={(event) => change({ kind: pickChoice(kinds, event.currentTarget.value, values.kind) })}
      />
      <KindFields {...props} />
    </>
  );
}

function KindFields({ values, problems, readOnly, change }: FieldsProps) {
  const { t } = useTranslation();
  const text = (
    field: 'command' | 'data' | 'text' | 'payload' | 'param' | 'paramValue' | 'webapp' | 'siteEvent',
    limit: number,
  ) => ({
    name: field,
    value: values[field],
    error: problems[field],
    readOnly,
    maxLength: limit,
    autoComplete: 'off',
    spellCheck: false,
    inputWrapperOrder: order,
    classNames: { input: classes.mono },
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  });
  const match = <Match extends MatchWord>(value: Match, all: readonly Match[], set: (match: Match) => void) => ({
    label: t('Conversions.form.match'),
    value,
    disabled: readOnly,
    data: all.map((each: MatchWord) => ({ value: each, label: t(`Conversions.form.matches.${each}`) })),
    onChange: (event: { currentTarget: { value: string } }) => set(pickChoice(all, event.currentTarget.value, value)),
  });
  switch (values.kind) {
    case 'command':
      return (
        <TextInput
          {...text('command', 256)}
          label={t('Conversions.form.command')}
          description={t('Conversions.form.commandHint')}
        />
      );
    case 'button':
      return (
        <div className={classes.pair}>
          <NativeSelect {...match(values.dataMatch, dataMatches, (dataMatch) => change({ dataMatch }))} />
          <TextInput
            {...text('data', 256)}
            label={t('Conversions.form.data')}
            description={t('Conversions.form.dataHint')}
          />
        </div>
      );
    case 'text':
      return (
        <div className={classes.pair}>
          <NativeSelect {...match(values.textMatch, textMatches, (textMatch) => change({ textMatch }))} />
          <TextInput
            {...text('text', 256)}
            label={t(values.textMatch === 'pattern' ? 'Conversions.form.pattern' : 'Conversions.form.text')}
            description={values.textMatch === 'pattern' ? t('Conversions.form.patternHint') : undefined}
          />
        </div>
      );
    case 'start':
      return (
        <TextInput
          {...text('payload', 512)}
          label={t('Conversions.form.payload')}
          description={t('Conversions.form.payloadHint')}
        />
      );
    case 'start_param':
      return (
        <>
          <TextInput
            {...text('param', 256)}
            label={t('Conversions.form.param')}
            description={t('Conversions.form.paramHint')}
          />
          <TextInput
            {...text('paramValue', 512)}
            label={t('Conversions.form.paramValue')}
            description={t('Conversions.form.paramValueHint')}
          />
        </>
      );
    case 'event':
      return (
        <NativeSelect
          name="event"
          label={t('Conversions.form.event')}
          value={values.event}
          error={problems.event}
          disabled={readOnly}
          data={updateKinds.map((kind) => ({ value: kind, label: t(`Conversions.events.${kind}`) }))}
          onChange={(event) => change({ event: pickChoice(updateKinds, event.currentTarget.value, values.event) })}
        />
      );
    case 'webapp':
      return <TextInput {...text('webapp', 256)} label={t('Conversions.form.webapp')} />;
    case 'site_event':
      return <TextInput {...text('siteEvent', 256)} label={t('Conversions.form.webapp')} />;
    case 'api':
      return null;
  }
}

const dataMatches = ['exact', 'begins'] as const;
type MatchWord = 'exact' | 'begins' | 'contains' | 'pattern';
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** A select gives back a plain text; only what was offered counts. */
const pickChoice = <Value extends string>(offered: readonly Value[], text: string, otherwise: Value): Value =>
  offered.find((each) => each === text) ?? otherwise;
