import type { Integration } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Dim, Under } from '../../../ui/words.tsx';
import { useShownBots } from '../data/shown-bots.ts';
import { adviseOn, describeProblem } from '../shared/integration-state.ts';
import { providerTexts } from '../shared/provider-texts.ts';
import { StateBadge } from '../shared/state-badge.tsx';

/** The newest integration first, each with what became of its events. */
export function IntegrationTable({ integrations }: { integrations: readonly Integration[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bots } = useShownBots();
  const botName = (key: string) => bots[key]?.bot_name ?? key;
  const hasOneBot = new Set(integrations.map(({ bot_key }) => bot_key)).size === 1;
  const count = (id: 'waiting' | 'failed' | 'unknown'): DataColumn<Integration> => ({
    id,
    name: t(`Integrations.columns.${id}`),
    align: 'end',
    sortValue: ({ figures }) => figures[id],
    cell: ({ figures }) => (figures[id] === 0 ? <Dim>0</Dim> : format.number(figures[id])),
    isEmpty: ({ figures }) => figures[id] === 0,
    ...(id === 'failed' && { tone: ({ figures }: Integration) => (figures.failed > 0 ? 'bad' : undefined) }),
  });
  const columns: DataColumn<Integration>[] = [
    {
      id: 'name',
      name: t('Integrations.columns.name'),
      isRowName: true,
      sortValue: ({ name }) => name,
      cell: ({ name, provider, integration_key, bot_key }) => (
        <span>
          <TextLink to="/integrations/$integrationKey" params={{ integrationKey: integration_key }}>
            <bdi>{name}</bdi>
          </TextLink>
          <Under>
            {[providerTexts(t, provider).name, hasOneBot && Object.keys(bots).length > 1 && botName(bot_key)]
              .filter(Boolean)
              .join(' · ')}
          </Under>
        </span>
      ),
    },
    {
      id: 'bot',
      name: t('Integrations.columns.bot'),
      sortValue: ({ bot_key }) => botName(bot_key),
      cell: ({ bot_key }) => <bdi>{botName(bot_key)}</bdi>,
    },
    { id: 'state', name: t('Integrations.columns.state'), cell: (each) => <StateCell integration={each} /> },
    {
      id: 'today',
      name: t('Integrations.columns.today'),
      align: 'end',
      sortValue: ({ delivered_today }) => delivered_today,
      cell: ({ delivered_today }) => format.number(delivered_today),
    },
    count('waiting'),
    count('failed'),
    count('unknown'),
    {
      id: 'lag',
      name: t('Integrations.columns.lag'),
      align: 'end',
      isUnbroken: true,
      sortValue: ({ lag_seconds }) => lag_seconds,
      cell: ({ lag_seconds }) =>
        lag_seconds === 0 ? <Dim>{t('Integrations.noLag')}</Dim> : format.duration(lag_seconds),
      isEmpty: ({ lag_seconds }) => lag_seconds === 0,
    },
  ];
  return (
    <DataTable
      label={t('Integrations.title')}
      columns={hasOneBot ? columns.filter(({ id }) => id !== 'bot') : columns}
      rows={integrations}
      rowId={({ integration_key }) => integration_key}
    />
  );
}

/** The state; below it, the problem and what to do. */
function StateCell({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const { problem } = integration;
  return (
    <Box component="span" display="block" maw={320}>
      <StateBadge integration={integration} />
      {problem && (
        <Under>
          {describeProblem(t, problem.code)}. {adviseOn(t, problem.code)}
        </Under>
      )}
    </Box>
  );
}
