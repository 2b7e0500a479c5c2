import type { CampaignVariants } from '@botscope/contract';
import { Checkbox, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../../ui/section.tsx';
import editorClasses from '../editor.module.css';
import type { StepProps } from '../step-props.ts';

const usualShare = 10;

/** A part of the audience that gets nothing, so that what the message changes can be seen. */
export function HoldOutField({ state, draft, change }: StepProps) {
  const { t } = useTranslation();
  const { hold_out } = state.values.variants;
  const write = (part: Partial<CampaignVariants>) =>
    change({ variants: { ...draft.state().values.variants, ...part } });
  return (
    <Section title={t('CampaignVariants.holdOut.title')}>
      <div className={editorClasses.stack}>
        <Checkbox
          label={t('CampaignVariants.holdOut.label')}
          description={t('CampaignVariants.holdOut.hint')}
          checked={hold_out !== null}
          onChange={(event) => write({ hold_out: event.currentTarget.checked ? usualShare : null })}
        />
        {hold_out !== null && (
          <NumberInput
            w={{ base: '100%', xs: 240 }}
            suffix=" %"
            label={t('CampaignVariants.holdOut.share')}
            min={1}
            max={50}
            allowDecimal={false}
            clampBehavior="strict"
            value={hold_out}
            onChange={(value) => typeof value === 'number' && value >= 1 && write({ hold_out: value })}
          />
        )}
      </div>
    </Section>
  );
}
