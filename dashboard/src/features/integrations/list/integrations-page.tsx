import type { Integration } from '@botscope/contract';
import { Button, NativeSelect, Text } from '@mantine/core';
import { IconFilterOff, IconPlugConnected, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { useChangeSearch, useIntegrationSearch } from '../data/integration-search.ts';
import { integrationsQuery } from '../data/integrations-data.ts';
import { useManagedBots, useShownBots } from '../data/shown-bots.ts';
import { Catalogue } from './catalogue.tsx';
import { IntegrationTable } from './integration-table.tsx';

/** What is connected, of all bots of the account, and the tools that can be. */
export function IntegrationsPage() {
  const { t } = useTranslation();
  const { bots, demoKey } = useShownBots();
  const query = useQuery(integrationsQuery(demoKey));
  const hasBots = Object.keys(bots).length > 0;
  return (
    <Page title={t('Integrations.title')}>
      <Text c="dimmed" maw="80ch" mb={20}>
        {t('Integrations.text')}
      </Text>
      {hasBots ? (
        <>
          <Loaded query={query} height={160}>
            {(integrations) => (integrations.length > 0 ? <FilteredList integrations={integrations} /> : <NoneYet />)}
          </Loaded>
          <Catalogue />
        </>
      ) : (
        <EmptyState
          icon={<IconRobot size={36} stroke={1.4} />}
          title={t('Integrations.none.title')}
          text={t('Integrations.noneDemo.text')}
        >
          <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>
        </EmptyState>
      )}
    </Page>
  );
}

/** Empty state: what integrations do, and where to begin. */
function NoneYet() {
  const { t } = useTranslation();
  const { demoKey } = useShownBots();
  const mayConnect = useManagedBots().length > 0;
  const reason = demoKey !== null ? 'noneDemo' : mayConnect ? 'none' : 'noneReadOnly';
  return (
    <EmptyState
      icon={<IconPlugConnected size={36} stroke={1.4} />}
      title={t(`Integrations.${reason}.title`)}
      text={t(`Integrations.${reason}.text`)}
    />
  );
}

/** The choice of a bot is there once there is something to choose between. */
function FilteredList({ integrations }: { integrations: readonly Integration[] }) {
  const { t } = useTranslation();
  const { bots } = useShownBots();
  const { owner } = useIntegrationSearch();
  const change = useChangeSearch();
  const owners = [...new Set(integrations.map(({ bot_key }) => bot_key))];
  const visible = integrations.filter(({ bot_key }) => !owner || bot_key === owner);
  return (
    <>
      {(owners.length > 1 || (owner && visible.length === 0)) && (
        <NativeSelect
          mb={16}
          maw={320}
          aria-label={t('Integrations.columns.bot')}
          value={owner ?? ''}
          data={[
            { value: '', label: t('Integrations.anyBot') },
            ...[...new Set([...owners, ...(owner ? [owner] : [])])].map((key) => ({
              value: key,
              label: bots[key]?.bot_name ?? key,
            })),
          ]}
          onChange={(event) => change({ owner: event.currentTarget.value })}
        />
      )}
      {visible.length > 0 ? (
        <IntegrationTable integrations={visible} />
      ) : (
        <EmptyState icon={<IconFilterOff size={32} stroke={1.4} />} title={t('Integrations.noMatch')}>
          <Button variant="default" onClick={() => change({ owner: '' })}>
            {t('Integrations.anyBot')}
          </Button>
        </EmptyState>
      )}
    </>
  );
}
