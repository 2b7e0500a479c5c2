import { type Delivery, deliveryStates, integrationEventTypes } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SelectChoice } from '../../../ui/select-choice.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { MoreRows } from '../../../ui/table/more-rows.tsx';
import { OpenButton } from '../../../ui/table/open-button.tsx';
import { UserLink } from '../../users/public/user-link.tsx';
import { useChangeSearch, useIntegrationSearch } from '../data/integration-search.ts';
import { deliveriesQuery } from '../data/integrations-data.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryStateCell } from './delivery-state.tsx';
import type { SectionProps } from './parts.ts';

/** Deliveries of the last 30 days, the newest first, and what can be sent again. */
export function DeliveriesTab({ integration, mayManage }: SectionProps) {
  const { t } = useTranslation();
  const change = useChangeSearch();
  const search = useIntegrationSearch();
  const state = deliveryStates.find((each) => each === search.state);
  const type = integrationEventTypes.find((each) => each === search.type);
  const filter = { state, type };
  const query = useInfiniteQuery({ ...deliveriesQuery(integration, filter), placeholderData: keepPreviousData });
  const repeatable = (['failed', 'unknown'] as const).filter((each) => integration.figures[each] > 0);
  return (
    <>
      <Flex gap={12} wrap="wrap" align="center" justify="space-between" mb={16}>
        <Flex gap={8} wrap="wrap">
          <SelectChoice
            label={t('IntegrationDetails.deliveries.state')}
            value={state ?? ''}
            options={[
              { value: '', label: t('IntegrationDetails.deliveries.anyState') },
              ...deliveryStates.map((each) => ({ value: each, label: t(`IntegrationDetails.states.${each}`) })),
            ]}
            onChange={(value) => change({ state: value })}
          />
          <SelectChoice
            label={t('IntegrationDetails.deliveries.type')}
            value={type ?? ''}
            options={[
              { value: '', label: t('IntegrationDetails.deliveries.anyType') },
              ...integrationEventTypes
                .filter((each) => each === type || integration.selection.types.includes(each))
                .map((each) => ({ value: each, label: t(`IntegrationEvents.${each}.name`) })),
            ]}
            onChange={(value) => change({ type: value })}
          />
        </Flex>
        {mayManage && repeatable.length > 0 && (
          <Flex gap={8} wrap="wrap">
            {repeatable.map((each) => (
              <Button key={each} variant="default" onClick={() => change({ dialog: `retry-${each}` }, false)}>
                {t(`IntegrationDetails.retry.${each}.button`)}
              </Button>
            ))}
          </Flex>
        )}
      </Flex>
      <Loaded query={query} height={320}>
        {({ pages }) =>
          pages.every(({ items }) => items.length === 0) ? (
            <EmptyState
              icon={<IconListDetails size={32} stroke={1.4} />}
              title={t(state || type ? 'IntegrationDetails.deliveries.noMatch' : 'IntegrationDetails.deliveries.none')}
              text={t('IntegrationDetails.deliveries.noneText')}
            />
          ) : (
            <DeliveryTable
              deliveries={pages.flatMap(({ items }) => items)}
              onOpen={(delivery) => change({ delivery }, false)}
            />
          )
        }
      </Loaded>
      <MoreRows label={t('IntegrationDetails.deliveries.older')} query={query} />
      {search.delivery && (
        <DeliveryDialog
          integration={integration}
          deliveryId={search.delivery}
          mayManage={mayManage}
          onClose={() => change({ delivery: '' })}
        />
      )}
    </>
  );
}

interface DeliveryTableProps {
  deliveries: readonly Delivery[];
  onOpen(deliveryId: string): void;
}

function DeliveryTable({ deliveries, onOpen }: DeliveryTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: DataColumn<Delivery>[] = [
    {
      id: 'event',
      name: t('IntegrationDetails.deliveries.event'),
      isRowName: true,
      cell: ({ delivery_id, type, events }) => (
        <OpenButton onClick={() => onOpen(delivery_id)}>
          {t(`IntegrationEvents.${type}.name`)}
          {events > 1 && ` × ${format.number(events)}`}
        </OpenButton>
      ),
    },
    {
      id: 'user',
      name: t('IntegrationDetails.deliveries.user'),
      cell: ({ user_id }) => (user_id === null ? '—' : <UserLink id={user_id}>{user_id}</UserLink>),
      isEmpty: ({ user_id }) => user_id === null,
    },
    {
      id: 'at',
      name: t('IntegrationDetails.deliveries.at'),
      isUnbroken: true,
      cell: ({ at }) => <time dateTime={at}>{format.moment(at)}</time>,
    },
    {
      id: 'state',
      name: t('Integrations.columns.state'),
      cell: (delivery) => <DeliveryStateCell delivery={delivery} />,
    },
    {
      id: 'attempts',
      name: t('IntegrationDetails.deliveries.attempts'),
      align: 'end',
      cell: ({ attempts }) => format.number(attempts),
    },
  ];
  return (
    <DataTable
      label={t('IntegrationDetails.tabs.deliveries')}
      columns={columns}
      rows={deliveries}
      rowId={({ delivery_id }) => delivery_id}
    />
  );
}
