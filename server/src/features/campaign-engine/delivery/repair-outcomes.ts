import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WriteOutcomes } from '../engine-deps.ts';
import type { SendingLedger } from '../recipients/ledger.ts';
import type { TakenLease } from '../senders.ts';

/** The moment was computed from two clocks that run equally fast, read one after the other, ms. */
const marginMs = 2_000;
const retryMs = 5_000;

/** Writes the outcomes again that an earlier holder may have stored without writing them for the analytics. False: not all. */
export async function repairOutcomes(
  deps: {
    ledger: Pick<SendingLedger, 'outcomesSince' | 'controlGroupSince'>;
    writeOutcomes: WriteOutcomes;
    logger: Pick<Logger, 'warn'>;
  },
  { bot, fence, recordedUntil }: TakenLease,
  signal: AbortSignal,
): Promise<boolean> {
  if (recordedUntil === null || fence === 1) return true;
  const since = new Date(recordedUntil - marginMs);
  let load = deps.ledger.outcomesSince;
  let after = { campaignId: 0, userId: 0 };
  while (!signal.aborted) {
    try {
      const outcomes = await load(bot, since, after);
      if (outcomes.length > 0) await deps.writeOutcomes(outcomes);
      const last = outcomes.at(-1);
      if (last === undefined && load === deps.ledger.controlGroupSince) return true;
      if (last === undefined) load = deps.ledger.controlGroupSince;
      after = last ?? { campaignId: 0, userId: 0 };
    } catch (error) {
      deps.logger.warn({ err: error, bot }, 'outcomes of campaigns are written again later');
      await wait(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return false;
}
