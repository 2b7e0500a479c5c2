import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Dim, Under } from '../../../ui/words.tsx';
import type { PageTypes } from '../data/page-data.ts';
import type { PageKind } from '../data/page-kind.ts';
import { useShownBots } from '../data/shown-bots.ts';
import { StatusBadge } from '../page/page-actions.tsx';

/** The newest page first. */
export function PageTable<T extends PageTypes>({ kind, pages }: { kind: PageKind<T>; pages: readonly T['page'][] }) {
  const { t } = useTranslation();
  const columns = useColumns(kind);
  return (
    <DataTable
      label={t(`PageList${kind.name}.title`)}
      columns={kind.columns.map((column) => columns[column])}
      rows={pages}
      rowId={(page) => String(kind.idOf(page))}
    />
  );
}

function useColumns<T extends PageTypes>(
  kind: PageKind<T>,
): Record<PageKind<T>['columns'][number], DataColumn<T['page']>> {
  const { t } = useTranslation();
  const format = useFormat();
  const { bots } = useShownBots();
  const botName = (key: string) => bots[key]?.bot_name ?? key;
  return {
    name: {
      id: 'name',
      name: t(`PageList${kind.name}.columns.name`),
      isRowName: true,
      sortValue: (page) => kind.nameOf(page),
      cell: (page) => (
        <TextLink to={kind.one} params={{ page: String(kind.idOf(page)) }}>
          {kind.hasFreeName ? <bdi>{kind.nameOf(page)}</bdi> : kind.nameOf(page)}
        </TextLink>
      ),
    },
    bot: {
      id: 'bot',
      name: t('Pages.columns.bot'),
      sortValue: ({ bot_key }) => botName(bot_key),
      cell: ({ bot_key }) => <bdi>{botName(bot_key)}</bdi>,
    },
    status: {
      id: 'status',
      name: t('Pages.columns.status'),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    addresses: {
      id: 'addresses',
      name: t(`PageList${kind.name}.columns.addresses`),
      cell: (page) => <AddressCell addresses={kind.addressesOf(page)} />,
    },
    created: {
      id: 'created',
      name: t('Pages.columns.created'),
      isUnbroken: true,
      sortValue: ({ created_at }) => created_at,
      cell: ({ created_at }) => format.date(created_at),
    },
  };
}

/** The first address, and how many more there are. */
function AddressCell({ addresses }: { addresses: readonly string[] }) {
  const { t } = useTranslation();
  if (addresses.length === 0) return <Dim>{t('Pages.anywhere')}</Dim>;
  return (
    <span>
      {addresses[0]}
      {addresses.length > 1 && <Under>{t('Pages.more', { number: addresses.length - 1 })}</Under>}
    </span>
  );
}
