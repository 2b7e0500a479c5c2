import type { Logger } from 'pino';
import { openUnrecordedLog } from '../../platform/journal/unrecorded-log.ts';
import { type PassedCall, readPassedCall } from '../proxy/passed-call.ts';
import type { RecordedBot } from './make-events.ts';
import type { RetryRecorder } from './retry-recorder.ts';

/** A call as it is written down: once, for the log and for the process that stores it. */
export interface WrittenCall {
  method: string;
  /** A PassedCall. */
  json: string;
}

/** Takes calls in writing. */
export interface CallRecorder {
  /** Resolves when the call is durable or given up, never rejects; null if it is no event. */
  recordCall(bot: RecordedBot, call: WrittenCall, receivedAt?: number): Promise<void> | null;
}

/** Records calls of which the bots have the answers, or are about to get them. */
export interface CallLog {
  /** Resolves when the call is in the log, and so survives a kill of the process; never rejects. It is durable later. */
  recordCall(bot: RecordedBot, call: PassedCall): Promise<void>;
  close(): void;
}

/** Opens the log that keeps calls until they are durable, and records those that a killed process left in it. */
export function openCallLog(options: {
  path: string;
  recorder: CallRecorder;
  botOf: (key: string) => Promise<RecordedBot | null>;
  /** Called for calls that a killed process could not write whole. */
  onGap: (bot: string, calls: number) => void;
  logger: Pick<Logger, 'warn'>;
}): CallLog {
  const { recorder, botOf, ...rest } = options;
  const log = openUnrecordedLog<PassedCall>({
    ...rest,
    isGathered: true,
    async record(key, call) {
      const bot = await botOf(key);
      if (bot !== null) await recorder.recordCall(bot, { method: call.method, json: JSON.stringify(call) });
    },
  });
  return {
    async recordCall(bot, call) {
      const json = JSON.stringify(call);
      const recording = recorder.recordCall(bot, { method: call.method, json });
      if (recording === null) return;
      log.keep(bot.key, json, recording);
      await log.written();
    },
    close: log.close,
  };
}

/** Reads calls and records them in this process. */
export function readingRecorder(recorder: Pick<RetryRecorder, 'recordCall'>): CallRecorder {
  return {
    async recordCall(bot, { json }, receivedAt) {
      await recorder.recordCall(bot, await readPassedCall(JSON.parse(json) as PassedCall), receivedAt);
    },
  };
}
