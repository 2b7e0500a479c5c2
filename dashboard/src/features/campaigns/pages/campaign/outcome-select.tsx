import {
  type Bot,
  buttonsWithData,
  type Campaign,
  type CampaignOutcomes,
  listTrackedLinks,
  withAllButtons,
} from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isBeingSent, outcomesQuery } from '../../data/campaigns-data.ts';
import { useOutcomeDays } from './use-outcome-days.ts';

/** Periods after a delivery in which recipients left: `stat_left_users_1` to `3` of `CampaignResults`. */
type Stretch = '1' | '2' | '3';

interface OutcomeSelectProps {
  bot: Bot;
  campaign: Campaign;
  /** A word of contract's `OutcomeText`, or '' for everyone. */
  outcome: string;
  onChange(outcome: string): void;
}

/** Lists only those recipients who did something after their delivery. */
export function OutcomeSelect({ bot, campaign, outcome, onChange }: OutcomeSelectProps) {
  const { t } = useTranslation();
  const days = useOutcomeDays();
  const { data } = useQuery(outcomesQuery(bot.key, campaign.campaign_id, days, isBeingSent(campaign)));
  const buttons = buttonsWithData(withAllButtons(campaign));
  const pressed = buttons.length === 0 ? [] : ['pressed', ...buttons.map((_, index) => `pressed:${index}`)];
  const links = listTrackedLinks(campaign);
  const openedOutcomes = links.length === 0 ? [] : ['opened', ...links.map(({ link }) => `opened:${link}`)];
  const choices = ['active', 'replied', ...pressed, ...openedOutcomes, ...outcomesIn(data), 'left', 'complained'];
  // The outcome in the address stays listed even if it can no longer be chosen, such as a target that was removed.
  if (outcome !== '' && !choices.includes(outcome)) choices.push(outcome);
  const nameOf = (choice: string): string => {
    const [kind = '', value] = choice.split(':');
    if (kind === 'replied') return t('Campaigns.outcomes.replied.name');
    if (kind === 'active') return t('Campaigns.results.active.name');
    if (kind === 'complained') return t('Campaigns.results.complained.name');
    if (kind === 'left') {
      return value === undefined ? t('Campaigns.outcomes.left') : t(`Campaigns.results.left${value as Stretch}.name`);
    }
    if (kind === 'pressed') {
      return value === undefined
        ? t('Campaigns.outcomes.pressed')
        : t('Campaigns.outcomes.pressedOne', { button: buttons[Number(value)]?.text ?? value });
    }
    if (kind === 'opened') {
      return value === undefined
        ? t('CampaignContent.links.any')
        : t('CampaignContent.links.one', {
            link: links.find(({ link }) => String(link) === value)?.text || value,
          });
    }
    if (kind === 'paid') {
      return value === undefined
        ? t('Campaigns.outcomes.paid.name')
        : t('Campaigns.outcomes.paidIn', { currency: value });
    }
    const target = data?.targets?.find(({ target_id }) => String(target_id) === value);
    return t('Campaigns.outcomes.reached', { target: target?.name ?? value });
  };
  return (
    <NativeSelect
      label={t('Campaigns.outcomes.did')}
      value={outcome}
      data={[
        { value: '', label: t('Campaigns.outcomes.anything') },
        ...choices.map((value) => ({ value, label: nameOf(value) })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function outcomesIn(data: CampaignOutcomes | undefined): string[] {
  const { income = null, targets = null } = data ?? {};
  return [
    ...(income === null ? [] : ['paid', ...income.currencies.map(({ currency }) => `paid:${currency}`)]),
    ...(targets ?? []).map(({ target_id }) => `target:${target_id}`),
  ];
}
