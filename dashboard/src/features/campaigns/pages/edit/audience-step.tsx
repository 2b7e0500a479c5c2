import { type Bot, type CampaignAudience, type CampaignVariants, everyone } from '@botscope/contract';
import { Checkbox, NumberInput, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { OptionCards } from '../../../../ui/option-cards.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Note } from '../../../../ui/words.tsx';
import { HiddenRules, RulesField } from '../../../users/public/rules-field.tsx';
import { audienceQuery } from '../../data/campaigns-data.ts';
import { NumberName } from '../../shared/number-info.tsx';
import classes from './editor.module.css';
import { Exclusions } from './exclusions.tsx';
import { IdsField } from './ids-field.tsx';
import type { StepProps } from './step-props.ts';

const groups = ['can_get', 'left', 'never_started', 'excluded', 'unsubscribed'] as const;
/** Pause after which typing counts as ended, ms. */
const pauseMs = 300;

/** Shows how many users get the message and why others do not. It follows every change and cancels earlier requests. */
function AudienceSize({ bot, audience }: { bot: Bot; audience: CampaignAudience }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [settled] = useDebouncedValue(audience, pauseMs);
  const query = useQuery({ ...audienceQuery(bot.key, settled), placeholderData: keepPreviousData });
  if (query.error && !query.isFetching)
    return (
      <p role="alert" className={classes.wrong}>
        {failureText(codeOf(query.error))}
      </p>
    );
  const counts = query.data;
  if (counts === undefined) return <Skeleton height={120} aria-hidden />;
  const isStale = query.isPlaceholderData || settled !== audience;
  return (
    <div role="status" aria-busy={isStale}>
      <dl className={classes.counts} data-stale={isStale || undefined}>
        {groups.map((group) => (
          <div key={group}>
            <dt>
              <NumberName name={t(`CampaignEditor.size.${group}.name`)} text={t(`CampaignEditor.size.${group}.text`)} />
            </dt>
            <dd>{format.number(counts[group])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const usualShare = 10;

/** A part of the audience that gets nothing, so that what the message changes can be seen. */
function HoldOutField({ state, draft, change }: StepProps) {
  const { t } = useTranslation();
  const { hold_out } = state.values.variants;
  const write = (part: Partial<CampaignVariants>) =>
    change({ variants: { ...draft.state().values.variants, ...part } });
  return (
    <Section title={t('CampaignVariants.holdOut.title')}>
      <div className={classes.stack}>
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
