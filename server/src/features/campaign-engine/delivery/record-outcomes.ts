import { recordAnswers } from '../../../ingest/recording/record-answer.ts';
import type { TakenLease } from '../senders.ts';
import { createControlGroupRecorder } from '../variants/record-control-group.ts';
import type { DeliveryDeps } from './deliver-one.ts';
import { createOutcomeQueue } from './outcome-queue.ts';
import { repairOutcomes } from './repair-outcomes.ts';

/** Brings the outcomes of a bot's campaigns into the ledger and the events, also those that an earlier holder has left. */
export function createOutcomes(deps: DeliveryDeps, lease: TakenLease) {
  const { bot, fence, recordedUntil } = lease;
  const { now, monotonic, ledger, logger, writeOutcomes } = deps;
  const queue = createOutcomeQueue({
    bot,
    fence,
    ledger,
    writeOutcomes,
    logger,
    now,
    monotonic,
    async recordAnswers(answers) {
      const row = await deps.bot(bot);
      if (row !== null) await recordAnswers(deps.store, row, answers);
    },
  });
  const controlGroup = createControlGroupRecorder(deps, bot);
  let isRepaired = false;
  let repairing: Promise<void> = Promise.resolve();

  return {
    queue,
    controlGroup,
    /** All outcomes are in the events. */
    isRecorded: (): boolean => isRepaired && queue.size() === 0,
    /** Time since the oldest outcome that is not in the events yet, ms. Those of previous holders come first. */
    unrecordedMs: (): number =>
      isRepaired ? Math.max(queue.unrecordedMs(), controlGroup.unrecordedMs()) : now() - (recordedUntil ?? now()),
    /** Begins to write what earlier holders have left. */
    repair(signal: AbortSignal): void {
      repairing = repairOutcomes(deps, lease, signal).then((isDone) => {
        isRepaired = isDone;
      });
    },
    /** Resolves when everything is stored, or cannot be. */
    async drain(): Promise<void> {
      await queue.drain();
      await repairing;
    },
  };
}
