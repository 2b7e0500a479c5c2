import { type Bot, type Campaign, type CampaignOutcomes, outcomeDays } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { formatMoney } from '../../../../platform/i18n/money.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { Dim, Note } from '../../../../ui/words.tsx';
import { isBeingSent, outcomesQuery } from '../../data/campaigns-data.ts';
import { NumberName } from '../../shared/number-info.tsx';
import classes from './campaign.module.css';
import { ResultTable } from './result-table.tsx';
import { useOutcomeDays } from './use-outcome-days.ts';
import { UsersLink } from './users-link.tsx';

/** Shows what recipients did within some days of their own delivery. Each number links to its users. */
export function OutcomesSection({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const days = useOutcomeDays();
  const query = useQuery({
    ...outcomesQuery(bot.key, campaign.campaign_id, days, isBeingSent(campaign)),
    placeholderData: keepPreviousData,
  });
  const choose = (newDays: string) =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, days: newDays }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Section
      title={t('Campaigns.outcomes.title')}
      actions={
        <NativeSelect
          size="xs"
          aria-label={t('Campaigns.outcomes.daysLabel')}
          value={days}
          data={outcomeDays.map((value) => ({
            value: String(value),
            label: t('Campaigns.outcomes.days', { count: value }),
          }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      }
    >
      <Loaded query={query} height={240}>
        {(outcomes) => <Outcomes bot={bot} outcomes={outcomes} isStale={query.isPlaceholderData} />}
      </Loaded>
    </Section>
  );
}

interface OutcomesProps {
  bot: Bot;
  outcomes: CampaignOutcomes;
  /** Numbers of the days chosen before, while others are on their way. */
  isStale: boolean;
}

function Outcomes({ bot, outcomes, isStale }: OutcomesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { delivered, running, replied, income, targets } = outcomes;
  const numbers = [['replied', replied], ...(income === null ? [] : [['paid', income.payers] as const])] as const;
  return (
    <div aria-busy={isStale}>
      <Note>
        {t('Campaigns.outcomes.about')}
        {running > 0 && ` ${t('Campaigns.outcomes.running', { count: running, number: format.number(running) })}`}
      </Note>
      <dl className={classes.numbers}>
        {numbers.map(([name, users]) => (
          <div key={name}>
            <dt>
              <NumberName name={t(`Campaigns.outcomes.${name}.name`)} text={t(`Campaigns.outcomes.${name}.text`)} />
            </dt>
            <dd>
              <UsersLink bot={bot} outcome={name} users={users}>
                {format.number(users)}
              </UsersLink>{' '}
              <Dim>{format.percent(delivered === 0 ? 0 : users / delivered)}</Dim>
            </dd>
          </div>
        ))}
      </dl>
      {income !== null && income.currencies.length > 0 && <IncomeTable bot={bot} rows={income.currencies} />}
      {targets !== null && targets.length > 0 && <TargetsTable bot={bot} rows={targets} delivered={delivered} />}
    </div>
  );
}

type Currency = NonNullable<CampaignOutcomes['income']>['currencies'][number];
type Target = NonNullable<CampaignOutcomes['targets']>[number];

/** Table of recipients' payments by currency. */
function IncomeTable({ bot, rows }: { bot: Bot; rows: readonly Currency[] }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<Currency>[] = [
    { id: 'currency', name: t('Campaigns.outcomes.currency'), isRowName: true, cell: ({ currency }) => currency },
    {
      id: 'payers',
      name: t('Campaigns.outcomes.payers'),
      align: 'end',
      cell: ({ currency, payers }) => (
        <UsersLink bot={bot} outcome={`paid:${currency}`} users={payers}>
          {format.number(payers)}
        </UsersLink>
      ),
    },
    {
      id: 'payments',
      name: t('Campaigns.outcomes.payments'),
      align: 'end',
      cell: ({ payments }) => format.number(payments),
    },
    {
      id: 'amount',
      name: t('Campaigns.outcomes.amount'),
      align: 'end',
      isUnbroken: true,
      cell: ({ amount, currency }) => formatMoney(amount, currency, i18n.language),
    },
  ];
  return (
    <ResultTable
      title={t('Campaigns.outcomes.income')}
      columns={columns}
      rows={rows}
      rowId={({ currency }) => currency}
    />
  );
}

interface TargetsTableProps {
  bot: Bot;
  rows: readonly Target[];
  /** Recipients who got the message. */
  delivered: number;
}

/** Table of the bot's targets: how many recipients reached each, and how often. */
function TargetsTable({ bot, rows, delivered }: TargetsTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<Target>[] = [
    { id: 'target', name: t('Campaigns.outcomes.target'), isRowName: true, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'users',
      name: t('Campaigns.results.users'),
      align: 'end',
      cell: ({ target_id, users }) => (
        <UsersLink bot={bot} outcome={`target:${target_id}`} users={users}>
          {format.number(users)}
        </UsersLink>
      ),
    },
    {
      id: 'share',
      name: t('Campaigns.outcomes.share'),
      align: 'end',
      cell: ({ users }) => format.percent(delivered === 0 ? 0 : users / delivered),
    },
    {
      id: 'conversions',
      name: t('Campaigns.outcomes.conversions'),
      align: 'end',
      cell: ({ conversions }) => format.number(conversions),
    },
  ];
  return (
    <ResultTable
      title={t('Campaigns.outcomes.targets')}
      columns={columns}
      rows={rows}
      rowId={({ target_id }) => String(target_id)}
    />
  );
}
