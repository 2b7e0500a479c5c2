import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { StoredJob } from '../../platform/user-jobs/stored-job.ts';
import { type AuditSubject, recordAudit } from '../audit/audit.ts';
import { paramsOf } from './works.ts';

/** Loads the account that started a job, as the log names it. */
export async function subjectOfJob(
  db: Kysely<Tables>,
  job: Pick<StoredJob, 'accountKey' | 'bot'>,
): Promise<AuditSubject> {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'tid'])
    .where('id', '=', job.accountKey)
    .executeTakeFirst();
  const actor = String(account?.email ?? account?.tid ?? '');
  return { accountKey: job.accountKey, actor, botKey: job.bot, ip: '', userAgent: '' };
}

/** The log's entry of an ended job, in the name of who started it. */
export async function recordJobEnd(transaction: Kysely<Tables>, job: StoredJob): Promise<void> {
  const { action, state, done, failed, skipped } = job;
  await recordAudit(transaction, {
    ...(await subjectOfJob(transaction, job)),
    action: 'user_job_ended',
    detail: { action, name: paramsOf(job).field, state, done, failed, skipped },
  });
}
