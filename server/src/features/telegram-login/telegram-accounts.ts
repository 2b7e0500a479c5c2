import { randomBytes } from 'node:crypto';
import type { Language } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { TelegramUser } from './telegram-user.ts';

type Db = Metadata['db'];

/** Accounts by their Telegram. Each function may run in the transaction of a larger change. */

export async function keyByTid(db: Db, tid: number): Promise<string | null> {
  const row = await db.selectFrom('accounts').select('id').where('tid', '=', tid).executeTakeFirst();
  return row?.id ?? null;
}

/** An account without an email, active at once. @throws AppError TidExist */
export async function createByTelegram(
  db: Db,
  { tid, name }: TelegramUser,
  place: { language: Language; timeZone: string },
): Promise<string> {
  const row = await db
    .insertInto('accounts')
    .values({
      id: randomBytes(16).toString('hex'),
      email: null,
      tid,
      telegram_name: name,
      locale: place.language,
      time_zone: place.timeZone,
    })
    // Pressed twice at once: one of the two made it.
    .onConflict((conflict) => conflict.column('tid').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new AppError('TidExist', { message: 'There is already an account with this Telegram' });
  return row.id;
}

/** @throws AppError TidExistSelf (this very one is linked), WrongChangeTid (another one is), TidExist (it is another account's) */
export async function linkTelegram(db: Db, accountKey: string, { tid, name }: TelegramUser): Promise<void> {
  const accountRow = await lockRow(db, accountKey);
  if (accountRow.tid !== null) {
    const isSame = Number(accountRow.tid) === tid;
    throw isSame
      ? new AppError('TidExistSelf', { message: 'This Telegram is linked to your account already' })
      : new AppError('WrongChangeTid', { message: 'Another Telegram is linked to your account; unlink it first' });
  }
  const takenError = new AppError('TidExist', { message: 'This Telegram is linked to another account' });
  if ((await keyByTid(db, tid)) !== null) throw takenError;
  try {
    await db.updateTable('accounts').set({ tid, telegram_name: name }).where('id', '=', accountKey).execute();
  } catch (error) {
    // Linked to two accounts in the same moment: the other one was first.
    if ((error as { code?: unknown }).code === uniqueViolation) throw takenError;
    throw error;
  }
}

/**
 * @returns the id that was linked, null if none was.
 * @throws AppError password_not_set if nobody could sign in to the account any more.
 */
export async function unlinkTelegram(db: Db, accountKey: string): Promise<number | null> {
  const { tid, email } = await lockRow(db, accountKey);
  if (tid === null) return null;
  const password = db.selectFrom('credentials').select('id').where('account_id', '=', accountKey);
  const passkey = db.selectFrom('passkeys').select('id').where('account_id', '=', accountKey);
  const ways = [
    email !== null && (await password.where('password', 'is not', null).executeTakeFirst()) !== undefined,
    (await passkey.executeTakeFirst()) !== undefined,
  ];
  if (!ways.includes(true)) {
    throw new AppError('password_not_set', { message: 'Without Telegram nobody could sign in: set a password first' });
  }
  await db.updateTable('accounts').set({ tid: null, telegram_name: '' }).where('id', '=', accountKey).execute();
  return Number(tid);
}

/** PostgreSQL's code, on both engines. */
const uniqueViolation = '23505';

/** Two changes of one account come one after the other. */
async function lockRow(db: Db, accountKey: string): Promise<{ tid: number | string | null; email: string | null }> {
  const row = db.selectFrom('accounts').select(['tid', 'email']).where('id', '=', accountKey).forUpdate();
  const lockedRow = await row.executeTakeFirst();
  if (lockedRow === undefined) throw new AppError('userNotFound');
  return lockedRow;
}
