import type { AuditPage, AuditRecord } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Owner of a log: a bot with all actions on it, or an account with its own. */
export type AuditOf = { botKey: string } | { accountKey: string };

export interface AuditFilter {
  action?: string | undefined;
  /** The actor as the log names them. */
  account?: string | undefined;
  /** Only entries older than this one. */
  before?: number | undefined;
}

/** Entries shown at a time. */
const page = 50;

const toColumn = (scope: AuditOf) =>
  'botKey' in scope ? (['audit.bot_key', scope.botKey] as const) : (['audit.account_key', scope.accountKey] as const);

/** Entries of a log, the newest first. */
export async function readAudit(
  db: Kysely<Tables>,
  scope: AuditOf,
  { action, account, before }: AuditFilter,
  limit: number,
): Promise<AuditRecord[]> {
  const [column, key] = toColumn(scope);
  let query = db
    .selectFrom('audit')
    .leftJoin('bots', 'bots.key', 'audit.bot_key')
    .selectAll('audit')
    .select('bots.bot_name')
    .where(column, '=', key)
    .orderBy('audit.id', 'desc')
    .limit(limit);
  if (action !== undefined) query = query.where('audit.action', '=', action);
  if (account !== undefined) query = query.where('audit.actor', '=', account);
  if (before !== undefined) query = query.where('audit.id', '<', before);
  const rows = await query.execute();
  return rows.map(({ id, at, bot_name, account_key: _, ...row }) => ({
    ...row,
    id: Number(id),
    at: new Date(at).toISOString(),
    bot_name: bot_name ?? '',
  }));
}

/** A page of a log with what it can be filtered by. */
export async function auditPage(db: Kysely<Tables>, scope: AuditOf, filter: AuditFilter): Promise<AuditPage> {
  const [column, key] = toColumn(scope);
  const distinct = async (word: 'action' | 'actor'): Promise<string[]> => {
    const rows = await db.selectFrom('audit').select(`${word} as value`).distinct().where(column, '=', key).execute();
    return rows.map(({ value }) => value).sort();
  };
  const [entries, actions, accounts] = await Promise.all([
    readAudit(db, scope, filter, page + 1),
    distinct('action'),
    distinct('actor'),
  ]);
  return { entries: entries.slice(0, page), more: entries.length > page, actions, accounts };
}
