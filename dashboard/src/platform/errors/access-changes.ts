import type { Bot, Init } from '@botscope/contract';
import { initQuery, queryClient, refreshInit } from '../api/call.ts';

const serializeRights = ({ permissions, reports, role }: Bot): string => JSON.stringify([role, permissions, reports]);

export interface AccessChange {
  /** Bots that are not there any more. */
  lost: Bot[];
  /** True if what may be done with one of the others is not what it was. */
  changed: boolean;
}

/** Compares the account's bots between two answers of `site/init`. */
export function changeBetween(before: Init['bots'], after: Init['bots']): AccessChange {
  const remainingBots = Object.values(before).filter(({ key }) => after[key] !== undefined);
  return {
    lost: Object.values(before).filter(({ key }) => after[key] === undefined),
    changed: remainingBots.some((bot) => {
      const now = after[bot.key];
      return now !== undefined && serializeRights(now) !== serializeRights(bot);
    }),
  };
}

const nothing: AccessChange = { lost: [], changed: false };
let asking: Promise<AccessChange> | null = null;

/**
 * Asks the server again who may see what, and forgets what was read of bots that are gone. Several errors at once ask
 * once. A failure to ask changes nothing: the error that led here is shown in any case.
 */
export function recheckAccess(): Promise<AccessChange> {
  asking ??= recheck().finally(() => {
    asking = null;
  });
  return asking;
}

async function recheck(): Promise<AccessChange> {
  const before = queryClient.getQueryData(initQuery.queryKey)?.bots ?? {};
  const after = await refreshInit().catch(() => null);
  if (after === null) return nothing;
  // Signed out meanwhile: the guard has the word.
  if (after.user === null) return { lost: [], changed: true };
  const change = changeBetween(before, after.bots);
  for (const { key } of change.lost) {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(key) });
  }
  return change;
}
