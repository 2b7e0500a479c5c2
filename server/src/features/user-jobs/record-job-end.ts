import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { recordAudit } from '../audit/audit.ts';
import type { StoredJob } from './stored-job.ts';

/** The log's entry of an ended job, in the name of who started it. */
export async function recordJobEnd(transaction: Kysely<Tables>, job: StoredJob): Promise<void> {
  const { action, accountKey, bot, field, state, done, failed, skipped } = job;
  const account = await transaction
    .selectFrom('accounts')
    .select(['email', 'tid'])
    .where('id', '=', accountKey)
    .executeTakeFirst();
  await recordAudit(transaction, {
    accountKey,
    actor: String(account?.email ?? account?.tid ?? ''),
    botKey: bot,
    ip: '',
    userAgent: '',
    action: 'user_job_ended',
    detail: { action, name: field, state, done, failed, skipped },
  });
}
