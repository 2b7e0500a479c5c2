import type { ApiError } from '../api/api-error.ts';

export type Reaction = 'sign-in' | 'refresh-token' | 'tariff' | 'home' | 'recheck' | null;

/**
 * Returns what the dashboard itself does about a failed call before the caller gets it; null leaves it to the caller.
 * `hasSharedBots`: some of the account's bots belong to others; one whose access was revoked answers as if it never existed.
 */
export function reactionTo(error: Pick<ApiError, 'code' | 'status'>, hasSharedBots: boolean): Reaction {
  if (error.code === 'NotSignedIn') return 'sign-in';
  if (error.code === 'CsrfFailed') return 'refresh-token';
  if (error.code === 'NotAllowOnTariff') return 'tariff';
  // The sign-in page itself leads on to the activation.
  if (error.code === 'need_activate') return null;
  if (error.code === 'NotFound' && hasSharedBots) return 'recheck';
  return error.status === 403 ? 'home' : null;
}
