import { type AuditRecord, deviceName, operatorActor } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { useSession } from '../../../platform/session/session.ts';
import table from '../../../ui/card-table.module.css';
import { TextLink } from '../../../ui/text-link.tsx';
import { actionWords, actorWords, detailWords } from './audit-words.ts';

/** Entries of a log: a table on a wide screen, cards on a phone. Of a bot with people, of an account with bots. */
export function AuditTable({
  entries,
  ofBot,
  stale,
}: {
  entries: readonly AuditRecord[];
  ofBot: boolean;
  stale: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className={table.frame} data-stale={stale || undefined}>
      <table className={table.table} aria-label={ofBot ? t('Audit.title') : t('Audit.accountTitle')}>
        <thead>
          <tr>
            <th scope="col">{t('Audit.columns.time')}</th>
            <th scope="col">{t('Audit.columns.what')}</th>
            <th scope="col">{ofBot ? t('Audit.columns.who') : t('Audit.columns.bot')}</th>
            <th scope="col">{t('Audit.columns.from')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} ofBot={ofBot} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ entry, ofBot }: { entry: AuditRecord; ofBot: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const details = detailWords(t, entry.detail);
  // The table of an account names nobody: what was done from nowhere was done by the operator.
  const isOperators = !ofBot && entry.actor === operatorActor;
  const device = isOperators ? t('Audit.operator') : deviceName(entry.user_agent);
  return (
    <tr>
      <td className={table.short} data-label={t('Audit.columns.time')}>
        <time dateTime={entry.at}>{format.moment(entry.at)}</time>
      </td>
      <td data-label={t('Audit.columns.what')}>
        <span>
          {actionWords(t, entry.action)}
          {details.length > 0 && <span className={table.under}>{details.join(' · ')}</span>}
        </span>
      </td>
      {ofBot ? (
        <td data-label={t('Audit.columns.who')}>{actorWords(t, entry.actor)}</td>
      ) : (
        <td data-label={t('Audit.columns.bot')} data-empty={entry.bot_key === null || undefined}>
          <BotName entry={entry} />
        </td>
      )}
      <td data-label={t('Audit.columns.from')} data-empty={(device === '' && entry.ip === '') || undefined}>
        <span title={entry.user_agent}>
          {device}
          {entry.ip && <span className={table.under}>{entry.ip}</span>}
        </span>
      </td>
    </tr>
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
