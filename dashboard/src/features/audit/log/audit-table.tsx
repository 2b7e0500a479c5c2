import { type AuditRecord, deviceName, operatorActor } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { useSession } from '../../../platform/session/session.ts';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Under } from '../../../ui/words.tsx';
import { actionWords, actorWords, detailWords } from './audit-words.ts';

interface AuditTableProps {
  entries: readonly AuditRecord[];
  ofBot: boolean;
  stale: boolean;
}

/** Entries of a log. Of a bot with accounts, of an account with bots. */
export function AuditTable({ entries, ofBot, stale }: AuditTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  // The table of an account names nobody: what was done from nowhere was done by the operator.
  const describeDevice = (entry: AuditRecord) =>
    !ofBot && entry.actor === operatorActor ? t('Audit.operator') : deviceName(entry.user_agent);
  const columns: readonly DataColumn<AuditRecord>[] = [
    {
      id: 'time',
      name: t('Audit.columns.time'),
      isUnbroken: true,
      cell: ({ at }) => <time dateTime={at}>{format.moment(at)}</time>,
    },
    {
      id: 'what',
      name: t('Audit.columns.what'),
      cell: ({ action, detail }) => {
        const details = detailWords(t, detail);
        return (
          <span>
            {actionWords(t, action)}
            {details.length > 0 && <Under>{details.join(' · ')}</Under>}
          </span>
        );
      },
    },
    ofBot
      ? { id: 'who', name: t('Audit.columns.who'), cell: ({ actor }) => actorWords(t, actor) }
      : {
          id: 'bot',
          name: t('Audit.columns.bot'),
          isEmpty: ({ bot_key }) => bot_key === null,
          cell: (entry) => <BotName entry={entry} />,
        },
    {
      id: 'from',
      name: t('Audit.columns.from'),
      isEmpty: (entry) => describeDevice(entry) === '' && entry.ip === '',
      cell: (entry) => (
        <span title={entry.user_agent}>
          {describeDevice(entry)}
          {entry.ip && <Under>{entry.ip}</Under>}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={ofBot ? t('Audit.title') : t('Audit.accountTitle')}
      columns={columns}
      rows={entries}
      rowId={({ id }) => String(id)}
      isStale={stale}
    />
  );
}

/** A bot that is gone, or not open any more, has a name only. */
function BotName({ entry }: { entry: AuditRecord }) {
  const { bots } = useSession();
  if (entry.bot_key === null || !(entry.bot_key in bots)) return entry.bot_name;
  return (
    <TextLink to="/bots/$key" params={{ key: entry.bot_key }}>
      {entry.bot_name}
    </TextLink>
  );
}
