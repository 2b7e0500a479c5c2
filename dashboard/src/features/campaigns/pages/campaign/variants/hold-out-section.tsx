import type { Bot, Campaign, HoldOutResults, SharesCompared } from '@botscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { formatMoney } from '../../../../../platform/i18n/money.ts';
import { Loaded } from '../../../../../ui/loaded.tsx';
import { Section } from '../../../../../ui/section.tsx';
import type { DataColumn } from '../../../../../ui/table/columns.ts';
import { Dim, Note } from '../../../../../ui/words.tsx';
import { isBeingSent } from '../../../data/campaigns-data.ts';
import { holdOutQuery } from '../../../data/variant-data.ts';
import { ResultTable } from '../result-table.tsx';
import { useOutcomeDays } from '../use-outcome-days.ts';

/** Compares the recipients with the control group. */
export function HoldOutSection({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const days = useOutcomeDays();
  const query = useQuery({
    ...holdOutQuery(bot.key, campaign.campaign_id, days, isBeingSent(campaign)),
    placeholderData: keepPreviousData,
  });
  const { waiting, cancelled } = campaign.counts;
  return (
    <Section title={t('CampaignVariants.holdOut.title')}>
      <Loaded query={query} height={200}>
        {(results) => (
          <div aria-busy={query.isPlaceholderData}>
            <Note>
              {t('CampaignVariants.holdOut.about', {
                sent: format.number(results.sent),
                control: format.number(results.control),
                from: results.from === null ? '—' : format.moment(results.from),
                days: t('CampaignVariants.holdOut.days', { count: results.days }),
              })}
              {results.is_running && ` ${t('CampaignVariants.holdOut.running')}`}
              {waiting + cancelled > 0 &&
                ` ${t('CampaignVariants.holdOut.notAll', {
                  count: waiting + cancelled,
                  number: format.number(waiting + cancelled),
                })}`}
            </Note>
            <Shares results={results} />
            <Income results={results} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

interface Row {
  id: string;
  name: string;
  shares: SharesCompared;
}

function Shares({ results }: { results: HoldOutResults }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows: Row[] = [
    ...(results.income === null
      ? []
      : [{ id: 'paid', name: t('CampaignVariants.holdOut.paid'), shares: results.income.payers }]),
    ...(results.targets ?? []).map(({ target_id, name, users }) => ({ id: String(target_id), name, shares: users })),
  ].filter(({ shares }) => shares.sent + shares.control > 0);
  if (rows.length === 0) return <p>{t('CampaignVariants.holdOut.nothing')}</p>;
  const group = (id: 'sent' | 'control'): DataColumn<Row> => ({
    id,
    name: t(`CampaignVariants.holdOut.${id}`),
    align: 'end',
    cell: ({ shares }) => (
      <span>
        {format.number(shares[id])} <Dim>{format.percent(results[id] === 0 ? 0 : shares[id] / results[id])}</Dim>
      </span>
    ),
  });
  const columns: readonly DataColumn<Row>[] = [
    { id: 'name', name: t('CampaignVariants.holdOut.what'), isRowName: true, cell: ({ name }) => <bdi>{name}</bdi> },
    group('sent'),
    group('control'),
    {
      id: 'difference',
      name: t('CampaignVariants.holdOut.difference'),
      align: 'end',
      cell: ({ shares }) => <Difference shares={shares} />,
    },
  ];
  return (
    <ResultTable title={t('CampaignVariants.holdOut.shares')} columns={columns} rows={rows} rowId={({ id }) => id} />
  );
}

/** In percentage points, with what it may be, and whether it can be chance. */
function Difference({ shares: { difference, low, high } }: { shares: SharesCompared }) {
  const { t, i18n } = useTranslation();
  if (low === null || high === null) return <span>{t('CampaignVariants.holdOut.tooFew')}</span>;
  const points = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const formatPoints = (value: number): string => points.format(value * 100);
  const verdict = low > 0 ? 'more' : high < 0 ? 'less' : 'chance';
  return (
    <span>
      {t('CampaignVariants.holdOut.points', { number: formatPoints(difference) })}{' '}
      <Dim>
        {t('CampaignVariants.holdOut.interval', { low: formatPoints(low), high: formatPoints(high) })}
        {' · '}
        {t(`CampaignVariants.holdOut.${verdict}`)}
      </Dim>
    </span>
  );
}

type Currency = NonNullable<HoldOutResults['income']>['currencies'][number];

/** Income of a user on average; a few large payments make it jump, so no interval is given. */
function Income({ results: { income, sent, control } }: { results: HoldOutResults }) {
  const { t, i18n } = useTranslation();
  if (income === null || income.currencies.length === 0) return null;
  const perUser = (amount: number, users: number, currency: string): string =>
    formatMoney(users === 0 ? 0 : amount / users, currency, i18n.language);
  const columns: readonly DataColumn<Currency>[] = [
    { id: 'currency', name: t('Campaigns.outcomes.currency'), isRowName: true, cell: ({ currency }) => currency },
    {
      id: 'sent',
      name: t('CampaignVariants.holdOut.sent'),
      align: 'end',
      cell: ({ sent_amount, currency }) => perUser(sent_amount, sent, currency),
    },
    {
      id: 'control',
      name: t('CampaignVariants.holdOut.control'),
      align: 'end',
      cell: ({ control_amount, currency }) => perUser(control_amount, control, currency),
    },
  ];
  return (
    <>
      <ResultTable
        title={t('CampaignVariants.holdOut.income')}
        columns={columns}
        rows={income.currencies}
        rowId={({ currency }) => currency}
      />
      <Note>{t('CampaignVariants.holdOut.incomeNote')}</Note>
    </>
  );
}
