import { tenthsOfMinute } from '@botscope/contract';
import type { RunningCampaign } from './running-campaigns.ts';

const minuteMs = 60_000;

/**
 * Looks once a minute whether a bot's Stars last for the next minute of its paid campaigns. Without Stars Telegram makes
 * them slow and gives no reason. Where the balance cannot be read, they go on.
 */
export function createStarWatch(deps: {
  /** Tenths of a Star. */
  balance: () => Promise<number>;
  /** There are too few for this campaign. */
  onShort: (campaignId: number) => Promise<void>;
  onError: (error: unknown) => void;
  now: () => number;
}) {
  const { now } = deps;
  let lookedAt: number | null = null;
  let looking: Promise<void> | null = null;

  async function look(campaigns: readonly RunningCampaign[]): Promise<void> {
    const balance = await deps.balance();
    let spentTenths = 0;
    for (const { campaignId, waiting, sending } of campaigns) {
      spentTenths += tenthsOfMinute(waiting, sending);
      if (spentTenths > balance) await deps.onShort(campaignId);
    }
  }

  return {
    /** Never rejects and is not waited for. */
    check(campaigns: readonly RunningCampaign[]): void {
      const paid = campaigns.filter(({ sending, waiting }) => sending.is_paid && waiting > 0);
      if (paid.length === 0 || looking !== null || (lookedAt !== null && now() - lookedAt < minuteMs)) return;
      lookedAt = now();
      looking = look(paid)
        .catch(deps.onError)
        .finally(() => {
          looking = null;
        });
    },
    settled: async (): Promise<void> => looking ?? undefined,
  };
}
