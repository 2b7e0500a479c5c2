import type { Website } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { AddressCell, useListColumns } from '../../../mini-apps/public/list/columns.tsx';

/** The newest website first. */
export function WebsiteTable({ sites }: { sites: readonly Website[] }) {
  const { t } = useTranslation();
  const { bot, status, created } = useListColumns();
  const columns: readonly DataColumn<Website>[] = [
    {
      id: 'name',
      name: t('Websites.columns.name'),
      isRowName: true,
      sortValue: ({ name }) => name,
      cell: ({ site_id, name }) => (
        <TextLink to="/code4-site/$site" params={{ site: String(site_id) }}>
          <bdi>{name}</bdi>
        </TextLink>
      ),
    },
    bot,
    {
      id: 'domains',
      name: t('Websites.columns.domains'),
      cell: ({ domains }) => <AddressCell addresses={domains} none="" />,
    },
    status,
    created,
  ];
  return (
    <DataTable label={t('Websites.title')} columns={columns} rows={sites} rowId={({ site_id }) => String(site_id)} />
  );
}
