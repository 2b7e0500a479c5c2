import type { Account, ErrorCode, Permissions } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { originOf } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';

/** Account that acts on a bot, with its permissions there and the origin of the request. */
export interface AccessRequest {
  account: Account;
  bot: BotRow;
  permissions: Permissions;
  raw: Parameters<typeof originOf>[0];
}

/** The name shown for a user: the plainest thing known of them first. '' if nothing is known. */
export function callName(user: {
  email: string | null;
  telegram_name?: string | null;
  name?: string | null;
  tid?: number | string | null;
}): string {
  return user.email || user.name || user.telegram_name || String(user.tid ?? '');
}

/** Runs the work; a failure gets the name that says what the user can do about it. An `AppError` stays as it is. */
export async function withErrorCode<T>(code: ErrorCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(code, { cause: error });
  }
}
