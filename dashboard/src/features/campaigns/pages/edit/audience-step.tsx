import { type CampaignAudience, everyone } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { OptionCards } from '../../../../ui/option-cards.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Note } from '../../../../ui/words.tsx';
import { HiddenRules, RulesField } from '../../../people/public/rules-field.tsx';
import { AudienceSize } from './audience-size.tsx';
import classes from './editor.module.css';
import { Exclusions } from './exclusions.tsx';
import { IdsField } from './ids-field.tsx';
import type { StepProps } from './step-props.ts';
import { HoldOutField } from './versions/hold-out-field.tsx';

const kinds = ['all', 'rules', 'ids'] as const;

/** Step for the audience and its exclusions, with the number of users. */
export function AudienceStep(props: StepProps) {
  const { bot, state, change } = props;
  const { t } = useTranslation();
  const { audience } = state.values;
  const write = (part: Partial<CampaignAudience>) => change({ audience: { ...audience, ...part } });
  const isHidden = audience.kind === 'rules' && audience.is_hidden === true;
  // Rules show what users the bot has.
  const open = kinds.filter((kind) => kind !== 'rules' || may(bot, 'section.users.list') || audience.kind === kind);
  return (
    <div className={classes.columns}>
      <div>
        <Section title={t('CampaignEditor.audience.title')}>
          <div className={classes.stack}>
            <OptionCards
              label={t('CampaignEditor.audience.whom')}
              name="audience"
              value={audience.kind}
              options={open.map((kind) => ({
                value: kind,
                label: t(`CampaignEditor.audience.kinds.${kind}.name`),
                text: t(`CampaignEditor.audience.kinds.${kind}.text`),
              }))}
              onChange={(kind) =>
                write({ kind, is_hidden: undefined, ...(kind === 'rules' && { rules: audience.rules ?? everyone }) })
              }
            />
            {isHidden && <HiddenRules />}
            {audience.kind === 'rules' && !isHidden && (
              <RulesField bot={bot} rules={audience.rules ?? everyone} onChange={(rules) => write({ rules })} />
            )}
            {audience.kind === 'ids' && (
              <IdsField ids={audience.user_ids ?? []} onChange={(user_ids) => write({ user_ids })} />
            )}
          </div>
        </Section>
        <Exclusions bot={bot} audience={audience} ownId={state.stored?.campaign_id} onChange={write} />
        <HoldOutField {...props} />
      </div>
      <Section title={t('CampaignEditor.size.title')}>
        {isHidden ? (
          <HiddenRules />
        ) : (
          <>
            <AudienceSize bot={bot} audience={audience} />
            <Note>{t('CampaignEditor.size.note')}</Note>
          </>
        )}
      </Section>
    </div>
  );
}
