import { type CampaignVariants, computeShares, variantNames, type WinnerRule } from '@botscope/contract';
import { NativeSelect, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { may } from '../../../../../platform/session/bot-data.ts';
import { OptionCards } from '../../../../../ui/option-cards.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { Note } from '../../../../../ui/words.tsx';
import { targetsQuery } from '../../../../targets/public/targets-data.ts';
import editorClasses from '../editor.module.css';
import type { StepProps } from '../step-props.ts';
import classes from './versions.module.css';

type Test = NonNullable<CampaignVariants['test']>;
const usualTest: Test = { share: 20, hours: 4, winner: { by: 'pressed' } };
const rules = ['pressed', 'replied', 'left'] as const;

/** Fields for the shares of the variants, and for the way the winner is found. */
export function ComparisonSection({ bot, state, draft, change }: StepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { variants } = state.values;
  const { others, test } = variants;
  const write = (part: Partial<CampaignVariants>) =>
    change({ variants: { ...draft.state().values.variants, ...part } });
  const [first = 0] = computeShares(variants);
  return (
    <Section title={t('CampaignVariants.comparison.title')}>
      <div className={editorClasses.stack}>
        <fieldset className={classes.shares}>
          <legend>{t('CampaignVariants.comparison.shares')}</legend>
          <dl className={classes.rest}>
            <dt>{t('CampaignVariants.variant', { name: 'A' })}</dt>
            <dd>{format.percent(Math.max(0, first) / 100)}</dd>
          </dl>
          {others.map((other, index) => {
            const name = variantNames[index + 1] ?? 'B';
            return (
              <NumberInput
                key={name}
                w={112}
                suffix=" %"
                label={t('CampaignVariants.variant', { name })}
                min={1}
                max={99}
                allowDecimal={false}
                clampBehavior="strict"
                value={other.share}
                onChange={(value) =>
                  typeof value === 'number' &&
                  value >= 1 &&
                  write({ others: others.map((each) => (each === other ? { ...each, share: value } : each)) })
                }
              />
            );
          })}
        </fieldset>
        {first < 1 && (
          <p role="alert" className={editorClasses.wrong}>
            {t('CampaignVariants.comparison.tooMuch')}
          </p>
        )}
        <OptionCards
          label={t('CampaignVariants.comparison.how')}
          name="comparison"
          value={test === null ? 'all' : 'test'}
          options={(['all', 'test'] as const).map((value) => ({
            value,
            label: t(`CampaignVariants.comparison.${value}.name`),
            text: t(`CampaignVariants.comparison.${value}.text`),
          }))}
          onChange={(value) => write({ test: value === 'all' ? null : usualTest })}
        />
        {test && <TestFields bot={bot} test={test} onChange={(next) => write({ test: next })} />}
        <Note>{t('CampaignVariants.comparison.note')}</Note>
      </div>
    </Section>
  );
}

interface TestFieldsProps {
  bot: StepProps['bot'];
  test: Test;
  onChange(test: Test): void;
}

function TestFields({ bot, test, onChange }: TestFieldsProps) {
  const { t } = useTranslation();
  const { data: targets } = useQuery({ ...targetsQuery(bot.key), enabled: may(bot, 'convers.view') });
  const { winner } = test;
  const number = (name: 'share' | 'hours', max: number, suffix = '') => (
    <NumberInput
      w={{ base: '100%', xs: 200 }}
      suffix={suffix}
      label={t(`CampaignVariants.comparison.${name}`)}
      min={1}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={test[name]}
      onChange={(value) => typeof value === 'number' && value >= 1 && onChange({ ...test, [name]: value })}
    />
  );
  const toRule = (value: string): WinnerRule => {
    const rule = rules.find((each) => each === value);
    return rule === undefined ? { by: 'target', target_id: Number(value) } : { by: rule };
  };
  const value = winner.by === 'target' ? String(winner.target_id) : winner.by;
  const knownTargets = (targets ?? []).map(({ target_id, name }) => ({ value: String(target_id), label: name }));
  // A target that was removed, or that may not be seen, stays chosen until another one is.
  const unlistedTargets =
    winner.by === 'target' && !knownTargets.some((each) => each.value === value) ? [{ value, label: value }] : [];
  return (
    <div className={editorClasses.row}>
      {number('share', 99, ' %')}
      {number('hours', 168)}
      <NativeSelect
        label={t('CampaignVariants.comparison.winner')}
        value={value}
        data={[
          ...rules.map((rule) => ({ value: rule, label: t(`CampaignVariants.rules.${rule}`) })),
          ...[...knownTargets, ...unlistedTargets].map(({ value: id, label }) => ({
            value: id,
            label: t('CampaignVariants.rules.target', { target: label }),
          })),
        ]}
        onChange={(event) => onChange({ ...test, winner: toRule(event.currentTarget.value) })}
      />
    </div>
  );
}
