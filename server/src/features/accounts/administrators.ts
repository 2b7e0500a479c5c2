import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { byOperator, recordAudit } from '../audit/audit.ts';

/** Other accounts that are active: with a proved email, or a Telegram. */
const activeBut = (db: Kysely<Tables>, key: string) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('id', '<>', key)
    .where((eb) => eb.or([eb('email_verified', '=', true), eb('tid', 'is not', null)]));

/**
 * The first active account of an installation runs it. To be called once the account is active; of several that become
 * so in one moment it is the oldest.
 */
export async function adminIfFirst(db: Metadata['db'], key: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('administrators'))`.execute(transaction);
    // Waits for an administrator who is just being deleted: the account that comes then is the first.
    const admins = transaction.selectFrom('accounts').select('id').where('is_admin', '=', true).forShare();
    if ((await admins.execute()).length > 0) return;
    const older = activeBut(transaction, key).where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('created_at', 'id'),
        '<',
        selectFrom('accounts as mine')
          .select(['mine.created_at', 'mine.id'])
          .where('mine.id', '=', key)
          .$asTuple('created_at', 'id'),
      ),
    );
    if (await older.executeTakeFirst()) return;
    await transaction.updateTable('accounts').set({ is_admin: true }).where('id', '=', key).execute();
  });
}

/**
 * Locks an account and all administrators, always in the same order: of the last two only one may go. Undefined
 * without such an account.
 */
export async function lockWithAdmins(transaction: Transaction<Tables>, column: 'id' | 'email', value: string) {
  const rows = await transaction
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified', 'tid', 'is_admin'])
    .where((eb) => eb.or([eb(column, '=', value), eb('is_admin', '=', true)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.find((row) => row[column] === value);
}

/**
 * Before an account is deleted; administrators must be locked. The only account may go: the next one is the first.
 * @throws AppError LastAdministrator if others stay without anyone who runs the installation
 */
export async function assertNotLastAdmin(transaction: Transaction<Tables>, key: string): Promise<void> {
  const otherAccounts = activeBut(transaction, key);
  if (await otherAccounts.where('is_admin', '=', true).executeTakeFirst()) return;
  if (await otherAccounts.executeTakeFirst()) throw new AppError('LastAdministrator');
}

/** The operator's word. @throws AppError userNotFound, need_activate, LastAdministrator if nobody else is one */
export async function setAdmin(
  db: Metadata['db'],
  { email, isAdmin }: { email: string; isAdmin: boolean },
  changedAt: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await lockWithAdmins(transaction, 'email', email);
    if (row === undefined) throw new AppError('userNotFound', { field: 'email' });
    if (row.is_admin === isAdmin) return;
    if (isAdmin && !row.email_verified && row.tid === null) throw new AppError('need_activate', { field: 'email' });
    const other = activeBut(transaction, row.id).where('is_admin', '=', true);
    if (!isAdmin && !(await other.executeTakeFirst())) throw new AppError('LastAdministrator', { field: 'email' });
    await transaction.updateTable('accounts').set({ is_admin: isAdmin }).where('id', '=', row.id).execute();
    const action = isAdmin ? 'admin_named' : 'admin_ended';
    await recordAudit(transaction, { ...byOperator({ accountKey: row.id }), action, at: changedAt });
  });
}
