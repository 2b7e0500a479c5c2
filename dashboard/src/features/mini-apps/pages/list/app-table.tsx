import type { MiniApp } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { useSession } from '../../../../platform/session/session.ts';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { Dim, Under } from '../../../../ui/words.tsx';
import { AppStatus } from '../../shared/app-status.tsx';

/** The newest app first. */
export function AppTable({ apps }: { apps: readonly MiniApp[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bots } = useSession();
  const nameOf = (key: string) => bots[key]?.bot_name ?? key;
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
    {
      id: 'bot',
      name: t('MiniApps.columns.bot'),
      sortValue: ({ bot_key }) => nameOf(bot_key),
      cell: ({ bot_key }) => <bdi>{nameOf(bot_key)}</bdi>,
    },
    {
      id: 'status',
      name: t('MiniApps.columns.status'),
      cell: ({ status }) => <AppStatus status={status} />,
    },
    {
      id: 'origins',
      name: t('MiniApps.columns.origins'),
      cell: ({ origins }) =>
        origins.length === 0 ? (
          <Dim>{t('MiniApps.anywhere')}</Dim>
        ) : (
          <span>
            {origins[0]}
            {origins.length > 1 && <Under>{t('MiniApps.more', { number: origins.length - 1 })}</Under>}
          </span>
        ),
    },
    {
      id: 'created',
      name: t('MiniApps.columns.created'),
      isUnbroken: true,
      sortValue: ({ created_at }) => created_at,
      cell: ({ created_at }) => format.date(created_at),
    },
  ];
  return <DataTable label={t('MiniApps.title')} columns={columns} rows={apps} rowId={({ app_id }) => String(app_id)} />;
}
