import type { Logger } from 'pino';
import { openUnrecordedLog } from '../../platform/journal/unrecorded-log.ts';
import type { RecordedBot } from './make-events.ts';
import type { RetryRecorder, SeenCall } from './retry-recorder.ts';

/** Records calls whose bots have their answers already. */
export interface CallLog {
  /** Resolves when the call is durable or lost; never rejects. It is in the log within a millisecond. */
  recordCall(bot: RecordedBot, call: SeenCall): Promise<void>;
  close(): void;
}

/** Opens the log that keeps calls until they are durable, and records those that a killed process left in it. */
export function openCallLog(options: {
  path: string;
  recorder: Pick<RetryRecorder, 'recordCall'>;
  botOf: (key: string) => Promise<RecordedBot | null>;
  /** Called for calls that a killed process could not write whole. */
  onGap: (bot: string, calls: number) => void;
  logger: Pick<Logger, 'warn'>;
}): CallLog {
  const { recorder, botOf, ...rest } = options;
  const log = openUnrecordedLog<SeenCall>({
    ...rest,
    isGathered: true,
    async record(key, call) {
      const bot = await botOf(key);
      if (bot !== null) await recorder.recordCall(bot, call);
    },
  });
  return {
    async recordCall(bot, call) {
      const recorded = recorder.recordCall(bot, call);
      if (recorded === null) return;
      log.keep(bot.key, call, recorded);
      await recorded;
    },
    close: log.close,
  };
}
