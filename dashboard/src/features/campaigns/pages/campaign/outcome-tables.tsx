import type { Bot, CampaignOutcomes } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { formatMoney } from '../../../../platform/i18n/money.ts';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { ResultTable } from './result-table.tsx';
import { UsersLink } from './users-link.tsx';

type Currency = NonNullable<CampaignOutcomes['income']>['currencies'][number];
type Target = NonNullable<CampaignOutcomes['targets']>[number];

/** Table of recipients' payments by currency. */
export function IncomeTable({ bot, rows }: { bot: Bot; rows: readonly Currency[] }) {
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
export function TargetsTable({ bot, rows, delivered }: TargetsTableProps) {
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
