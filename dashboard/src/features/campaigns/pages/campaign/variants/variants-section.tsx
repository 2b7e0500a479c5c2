import type { Bot, Campaign, VariantResults, VersionResults } from '@botscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { may } from '../../../../../platform/session/bot-data.ts';
import { Loaded } from '../../../../../ui/loaded.tsx';
import { Section } from '../../../../../ui/section.tsx';
import type { DataColumn } from '../../../../../ui/table/columns.ts';
import { TextLink } from '../../../../../ui/text-link.tsx';
import { Dim, Note } from '../../../../../ui/words.tsx';
import { isBeingSent } from '../../../data/campaigns-data.ts';
import { variantResultsQuery } from '../../../data/variant-data.ts';
import { languageName } from '../../../shared/language-name.ts';
import { ResultTable } from '../result-table.tsx';
import { useOutcomeDays } from '../use-outcome-days.ts';

/** Versions of the message beside each other. */
export function VariantsSection({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const days = useOutcomeDays();
  const query = useQuery({
    ...variantResultsQuery(bot.key, campaign.campaign_id, days, isBeingSent(campaign)),
    placeholderData: keepPreviousData,
  });
  return (
    <Section title={t('CampaignVariants.results.title')}>
      <Note>{t('CampaignVariants.results.about', { count: days })}</Note>
      <Loaded query={query} height={200}>
        {(results) => <Tables bot={bot} results={results} isStale={query.isPlaceholderData} />}
      </Loaded>
    </Section>
  );
}

interface TablesProps {
  bot: Bot;
  results: VariantResults;
  isStale: boolean;
}

function Tables({ bot, results: { variants, languages }, isStale }: TablesProps) {
  const { t, i18n } = useTranslation();
  const namedRows = variants.map((row) => ({
    ...row,
    id: row.variant,
    name: <VariantLink bot={bot} name={row.variant} />,
  }));
  const inLanguages = languages.map((row) => ({
    ...row,
    id: row.language || 'default',
    name: row.language === '' ? t('CampaignVariants.editor.default') : languageName(row.language, i18n.language),
  }));
  return (
    <div aria-busy={isStale}>
      {variants.length > 1 && (
        <>
          <NumbersTable title={t('CampaignVariants.results.byVariant')} rows={namedRows} />
          <TargetsTable title={t('CampaignVariants.results.targetsByVariant')} rows={namedRows} />
        </>
      )}
      {inLanguages.length > 1 && (
        <>
          <NumbersTable title={t('CampaignVariants.results.byLanguage')} rows={inLanguages} />
          <TargetsTable title={t('CampaignVariants.results.targetsByLanguage')} rows={inLanguages} />
        </>
      )}
    </div>
  );
}

function VariantLink({ bot, name }: { bot: Bot; name: string }) {
  const { t } = useTranslation();
  const words = t('CampaignVariants.variant', { name });
  if (!may(bot, 'tasker.users.list')) return words;
  return (
    <TextLink
      to="."
      search={(oldSearch: object) => ({
        ...oldSearch,
        group: undefined,
        reason: undefined,
        outcome: undefined,
        variant: name,
      })}
      hash="recipients"
    >
      {words}
    </TextLink>
  );
}

type Row = VersionResults & { id: string; name: ReactNode };

function NumbersTable({ title, rows }: { title: string; rows: readonly Row[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const share = (name: 'pressed' | 'replied' | 'payers' | 'left'): DataColumn<Row> => ({
    id: name,
    name: t(`CampaignVariants.results.${name}`),
    align: 'end',
    cell: (row) => <WithShare users={row[name] ?? 0} of={row.delivered} />,
  });
  const columns: readonly DataColumn<Row>[] = [
    { id: 'name', name: t('CampaignVariants.results.variant'), isRowName: true, cell: ({ name }) => name },
    {
      id: 'delivered',
      name: t('CampaignVariants.results.delivered'),
      align: 'end',
      cell: ({ delivered }) => format.number(delivered),
    },
    share('pressed'),
    share('replied'),
    ...(rows.some(({ payers }) => payers !== null) ? [share('payers')] : []),
    share('left'),
  ];
  return <ResultTable title={title} columns={columns} rows={rows} rowId={({ id }) => id} />;
}

/** One row a target, one column a version. Targets that nobody reached are left out. */
function TargetsTable({ title, rows }: { title: string; rows: readonly Row[] }) {
  const { t } = useTranslation();
  const targets = (rows[0]?.targets ?? [])
    .map(({ target_id, name }) => ({
      ...{ target_id, name },
      users: rows.map((row) => row.targets?.find((each) => each.target_id === target_id)?.users ?? 0),
    }))
    .filter(({ users }) => users.some((count) => count > 0));
  if (targets.length === 0) return null;
  const columns: readonly DataColumn<(typeof targets)[number]>[] = [
    {
      id: 'target',
      name: t('CampaignVariants.results.target'),
      isRowName: true,
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    ...rows.map(
      ({ id, name, delivered }, index): DataColumn<(typeof targets)[number]> => ({
        id,
        name: typeof name === 'string' ? name : t('CampaignVariants.variant', { name: id }),
        align: 'end',
        cell: ({ users }) => <WithShare users={users[index] ?? 0} of={delivered} />,
      }),
    ),
  ];
  return <ResultTable title={title} columns={columns} rows={targets} rowId={({ target_id }) => String(target_id)} />;
}

function WithShare({ users, of }: { users: number; of: number }) {
  const format = useFormat();
  return (
    <span>
      {format.number(users)} <Dim>{format.percent(of === 0 ? 0 : users / of)}</Dim>
    </span>
  );
}
