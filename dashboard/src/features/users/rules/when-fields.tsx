import type { When } from '@botscope/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { parseNumberField } from '../../../ui/parse-number-field.ts';
import classes from './rules.module.css';

interface WhenFieldsProps {
  period: When;
  problems: ReadonlySet<string>;
  onChange(when: When): void;
}

const kinds = ['last', 'before', 'between', 'ever'] as const;
const dayMs = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function newWhen(kind: When['kind'], before: When): When {
  const days = 'days' in before ? before.days : 30;
  if (kind === 'ever') return { kind };
  if (kind === 'between') return { kind, from: dayOf(Date.now() - 30 * dayMs), to: dayOf(Date.now()) };
  return { kind, days };
}

/** In the last days, before them, between two days, or ever. */
export function WhenFields({ period: when, problems, onChange }: WhenFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={'days' in when ? classes.pair : undefined}>
        <NativeSelect
          label={t('Users.when.label')}
          value={when.kind}
          data={kinds.map((kind) => ({ value: kind, label: t(`Users.when.${kind}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange(newWhen(kinds.find((kind) => kind === value) ?? 'ever', when))
          }
        />
        {'days' in when && (
          <TextInput
            type="number"
            min={1}
            max={3650}
            label={t('Users.when.days')}
            error={problems.has('days') ? t('Users.when.daysProblem') : undefined}
            defaultValue={when.days}
            onChange={(event) => onChange({ ...when, days: parseNumberField(event.currentTarget.value) })}
          />
        )}
      </div>
      {when.kind === 'between' && (
        <div className={classes.pair}>
          {(['from', 'to'] as const).map((side) => (
            <TextInput
              key={side}
              type="date"
              label={t(`Users.when.${side}`)}
              value={when[side]}
              error={problems.has(side) ? t(`Users.when.${side}Problem`) : undefined}
              onChange={(event) => onChange({ ...when, [side]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
    </>
  );
}
