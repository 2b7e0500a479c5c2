import type { UnsubscribeRow } from './unsubscribe-store.ts';

/** A decision as the dashboard and exports have it. */
export const presentUnsubscribe = (
  { isUnsubscribed, at, source, campaign, reason, note, by }: UnsubscribeRow,
  names: ReadonlyMap<string, string>,
) => ({
  is_unsubscribed: isUnsubscribed,
  at: at.toISOString(),
  source,
  campaign,
  reason,
  note,
  by: by === null ? null : (names.get(by) ?? null),
});
