import type { MiniApp } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { AddressCell, useListColumns } from '../../public/list/columns.tsx';

/** The newest app first. */
export function AppTable({ apps }: { apps: readonly MiniApp[] }) {
  const { t } = useTranslation();
  const { bot, status, created } = useListColumns();
  const columns: readonly DataColumn<MiniApp>[] = [
    {
      id: 'name',
      name: t('MiniApps.columns.name'),
      isRowName: true,
      sortValue: ({ system_name }) => system_name,
      cell: ({ app_id, system_name }) => (
        <TextLink to="/webapps/$app" params={{ app: String(app_id) }}>
          {system_name}
        </TextLink>
      ),
    },
    bot,
    status,
    {
      id: 'origins',
      name: t('MiniApps.columns.origins'),
      cell: ({ origins }) => <AddressCell addresses={origins} none={t('MiniApps.anywhere')} />,
    },
    created,
  ];
  return <DataTable label={t('MiniApps.title')} columns={columns} rows={apps} rowId={({ app_id }) => String(app_id)} />;
}
