import type { ErrorCode } from '@botscope/contract';
import { APIError } from 'better-auth/api';
import { AppError } from '../errors.ts';

/** The sign-in library's refusals in our words, with the field at fault. */
const refusals: Record<string, { code: ErrorCode; field?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { code: 'IncorrectUserPass' },
  INVALID_EMAIL: { code: 'InvalidEmail', field: 'email' },
  EMAIL_NOT_VERIFIED: { code: 'need_activate' },
  USER_ALREADY_EXISTS: { code: 'EmailAddressAlready', field: 'email' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { code: 'EmailAddressAlready', field: 'email' },
  PASSWORD_TOO_SHORT: { code: 'InvalidPassword', field: 'password' },
  PASSWORD_TOO_LONG: { code: 'InvalidPassword', field: 'password' },
  INVALID_OTP: { code: 'InvalidCode', field: 'code' },
  OTP_EXPIRED: { code: 'InvalidCode', field: 'code' },
  // Its five tries are used up; a new code is needed, as for one that is too old.
  TOO_MANY_ATTEMPTS: { code: 'InvalidCode', field: 'code' },
};

/** Awaits an answer of the sign-in library. @throws AppError for its refusals; other errors pass as they are. */
export async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const refusal = error instanceof APIError ? refusals[error.body?.code ?? ''] : undefined;
    if (!refusal) throw error;
    throw new AppError(refusal.code, { ...(refusal.field ? { field: refusal.field } : {}), cause: error });
  }
}

/** True for a refusal with this code. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return error instanceof AppError && error.code === code;
}
