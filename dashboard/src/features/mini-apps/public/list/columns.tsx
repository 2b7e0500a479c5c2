import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { Dim, Under } from '../../../../ui/words.tsx';
import type { ListedPage } from '../list-search.ts';
import { ScriptStatus } from '../script-status.tsx';
import { useShownBots } from '../shown-bots.ts';

/** Columns that the lists of Mini Apps and websites share. */
export function useListColumns(): Record<'bot' | 'status' | 'created', DataColumn<ListedPage>> {
  const { t } = useTranslation();
  const format = useFormat();
  const { bots } = useShownBots();
  const nameOf = (key: string) => bots[key]?.bot_name ?? key;
  return {
    bot: {
      id: 'bot',
      name: t('PageScript.columns.bot'),
      sortValue: ({ bot_key }) => nameOf(bot_key),
      cell: ({ bot_key }) => <bdi>{nameOf(bot_key)}</bdi>,
    },
    status: {
      id: 'status',
      name: t('PageScript.columns.status'),
      cell: ({ status }) => <ScriptStatus status={status} />,
    },
    created: {
      id: 'created',
      name: t('PageScript.columns.created'),
      isUnbroken: true,
      sortValue: ({ created_at }) => created_at,
      cell: ({ created_at }) => format.date(created_at),
    },
  };
}

/** The first address, and how many more there are. */
export function AddressCell({ addresses, none }: { addresses: readonly string[]; none: string }) {
  const { t } = useTranslation();
  if (addresses.length === 0) return <Dim>{none}</Dim>;
  return (
    <span>
      {addresses[0]}
      {addresses.length > 1 && <Under>{t('PageScript.more', { number: addresses.length - 1 })}</Under>}
    </span>
  );
}
