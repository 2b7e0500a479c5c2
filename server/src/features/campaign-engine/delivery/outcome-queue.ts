import type { Logger } from 'pino';
import type { RecordedAnswer } from '../../../ingest/recording/record-answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { RecipientOutcome, WriteOutcomes } from '../engine-deps.ts';
import type { SendingLedger } from '../recipients/ledger.ts';
import type { Settlement } from '../recipients/settle-recipients.ts';

/** Outcome of a recipient, and Telegram's answer where there is one. */
export interface EndedRecipient {
  campaignId: number;
  settlement: Settlement;
  answer: RecordedAnswer | null;
}

/** Pause after a store has refused, ms. */
const retryMs = 1_000;
const maxBatch = 1_000;
/** Time for which a close waits for stores that are away, ms: outcomes not stored by then are unknown. */
const closeMs = 5_000;

/**
 * Queue of recipients' outcomes on their way into the ledger, and then into the events: in batches, as fast as the
 * stores take them, and again until they do.
 */
export function createOutcomeQueue(
  deps: {
    bot: string;
    fence: number;
    ledger: Pick<SendingLedger, 'settle'>;
    writeOutcomes: WriteOutcomes;
    recordAnswers: (answers: readonly RecordedAnswer[]) => Promise<void>;
    logger: Pick<Logger, 'warn'>;
  } & Clock,
) {
  const { bot, fence, ledger, logger, now, monotonic } = deps;
  let toSettle: EndedRecipient[] = [];
  let toRecord: { ended: EndedRecipient; at: number; since: number }[] = [];
  let settling: Promise<void> | null = null;
  let recording: Promise<void> | null = null;
  /** When the batch that is being stored began to be. */
  let settlingSince: number | null = null;
  let closedAt: number | null = null;

  async function retryUntilDone(work: () => Promise<unknown>, warning: string): Promise<boolean> {
    for (;;) {
      try {
        await work();
        return true;
      } catch (error) {
        logger.warn({ err: error, bot }, warning);
        if (closedAt !== null && monotonic() - closedAt > closeMs) return false;
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  async function settle(): Promise<void> {
    while (toSettle.length > 0) {
      const batch = toSettle.slice(0, maxBatch);
      const settledAt = now();
      const since = monotonic();
      settlingSince = since;
      for (const [campaignId, endedRecipients] of Map.groupBy(batch, (one) => one.campaignId)) {
        const settlements = endedRecipients.map(({ settlement }) => settlement);
        const work = () => ledger.settle(fence, campaignId, settlements);
        if (!(await retryUntilDone(work, 'what came of a campaign’s messages is stored later'))) return;
      }
      toSettle = toSettle.slice(batch.length);
      toRecord.push(...batch.map((endedRecipient) => ({ ended: endedRecipient, at: settledAt, since })));
      settlingSince = null;
      recording ??= record().finally(() => {
        recording = null;
      });
    }
  }

  async function record(): Promise<void> {
    while (toRecord.length > 0) {
      const batch = toRecord.slice(0, maxBatch);
      const outcomes = batch.flatMap(({ ended, at }) => toOutcome(bot, ended, at) ?? []);
      const answers = batch.flatMap(({ ended }) => ended.answer ?? []);
      const write = async (): Promise<void> => {
        if (outcomes.length > 0) await deps.writeOutcomes(outcomes);
        if (answers.length > 0) await deps.recordAnswers(answers);
      };
      if (!(await retryUntilDone(write, 'sent messages of a campaign are recorded later'))) return;
      toRecord = toRecord.slice(batch.length);
    }
  }

  return {
    add(endedRecipient: EndedRecipient): void {
      toSettle.push(endedRecipient);
      settling ??= Promise.resolve()
        .then(settle)
        .finally(() => {
          settling = null;
        });
    },
    /** Outcomes not yet stored, or not yet in the events. */
    size: (): number => toSettle.length + toRecord.length,
    /** Time since the oldest outcome was stored that is not in the events yet, ms; 0: all are. */
    unrecordedMs(): number {
      const since = toRecord[0]?.since ?? settlingSince;
      return since === null ? 0 : monotonic() - since + 1;
    },
    /** Resolves when everything is stored, or cannot be. */
    async drain(): Promise<void> {
      while (settling !== null || recording !== null) await (settling ?? recording);
    },
    close(): void {
      closedAt = monotonic();
    },
  };
}

export type OutcomeQueue = ReturnType<typeof createOutcomeQueue>;

/** Null for those who wait again. `endedAt` is a moment of this process, and not earlier than the ledger's. */
function toOutcome(bot: string, { campaignId, settlement }: EndedRecipient, endedAt: number): RecipientOutcome | null {
  const { userId, status, reason = '', messageId, variant = 0, language = '' } = settlement;
  if (status === 'ForSend') return null;
  return { bot, campaignId, userId, status, reason, at: endedAt, messageId: messageId ?? 0, variant, language };
}
