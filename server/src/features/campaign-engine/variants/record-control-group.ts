import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WriteOutcomes } from '../engine-deps.ts';
import type { SendingLedger } from '../recipients/ledger.ts';

const retryMs = 5_000;

/**
 * Brings those who are in the control group into the events, once all of them are written down. What is not there yet holds back
 * `recorded_until`, so the next holder of the lease writes it.
 */
export function createControlGroupRecorder(
  deps: {
    ledger: Pick<SendingLedger, 'controlGroupSince'>;
    writeOutcomes: WriteOutcomes;
    logger: Pick<Logger, 'warn'>;
    now: () => number;
  },
  bot: string,
) {
  /** By campaign: since when some may be written down that are not in the events, unix ms. */
  const missingSince = new Map<number, number>();

  async function recordAll(campaignId: number): Promise<void> {
    for (let after = { campaignId: 0, userId: 0 }; ; ) {
      const control = await deps.ledger.controlGroupSince(bot, new Date(0), after, campaignId);
      const last = control.at(-1);
      if (last === undefined) return;
      await deps.writeOutcomes(control);
      after = last;
    }
  }

  return {
    begin(campaignId: number): void {
      if (!missingSince.has(campaignId)) missingSince.set(campaignId, deps.now());
    },
    /** Tries until it is done. False: not before the end. */
    async record(campaignId: number, signal: AbortSignal): Promise<boolean> {
      while (!signal.aborted) {
        try {
          await recordAll(campaignId);
          missingSince.delete(campaignId);
          return true;
        } catch (error) {
          deps.logger.warn({ err: error, bot, campaign: campaignId }, 'the control group is recorded later');
          await wait(retryMs, undefined, { signal }).catch(() => undefined);
        }
      }
      return false;
    },
    unrecordedMs(): number {
      return missingSince.size === 0 ? 0 : deps.now() - Math.min(...missingSince.values()) + 1;
    },
  };
}

export type ControlGroupRecorder = ReturnType<typeof createControlGroupRecorder>;
