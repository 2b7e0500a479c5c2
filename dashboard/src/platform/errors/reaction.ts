import type { ApiError } from '../api/api-error.ts';

export type Reaction = 'sign-in' | 'refresh-token' | 'tariff' | 'home' | 'recheck' | null;

/**
 * What the dashboard itself does about a failed call, before the caller hears of it; null leaves it to the caller.
 * `shared`: there are bots of others among the account's; one that was taken away answers as if it had never been there.
 */
export function reactionTo(error: Pick<ApiError, 'code' | 'status'>, shared: boolean): Reaction {
  if (error.code === 'NotSignedIn') return 'sign-in';
  if (error.code === 'CsrfFailed') return 'refresh-token';
  if (error.code === 'NotAllowOnTariff') return 'tariff';
  // The sign-in page itself leads on to the activation.
  if (error.code === 'need_activate') return null;
  if (error.code === 'NotFound' && shared) return 'recheck';
  return error.status === 403 ? 'home' : null;
}
