import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openUnrecordedLog } from '../../platform/journal/unrecorded-log.ts';
import type { RecordedBot, RecordedUpdate } from './make-events.ts';
import type { RetryRecorder } from './retry-recorder.ts';

/** Records updates that a bot fetches, after which Telegram forgets them. */
export interface UpdateLog {
  /** Resolves when they are durable, or in the log where that takes longer than a moment; never rejects. */
  recordUpdates(bot: RecordedBot, updates: readonly (RecordedUpdate & { raw: string })[]): Promise<void>;
  close(): void;
}

/** As for a relayed update: a bot does not wait longer for our disk, or for a process that is started again. */
const timeoutMs = 10;

/** Opens the log, and records what a killed process left in it. */
export function openUpdateLog(options: {
  path: string;
  recorder: Pick<RetryRecorder, 'recordUpdates' | 'hasBacklog'>;
  botOf: (key: string) => Promise<RecordedBot | null>;
  /** Called for updates that a killed process could not write whole. */
  onGap: (bot: string, updates: number) => void;
  logger: Pick<Logger, 'warn'>;
}): UpdateLog {
  const { recorder, botOf, ...rest } = options;
  const log = openUnrecordedLog<string>({
    ...rest,
    isGathered: true,
    async record(key, raw) {
      const bot = await botOf(key);
      if (bot !== null) await recorder.recordUpdates(bot, [{ raw, update: JSON.parse(raw) as unknown }]);
    },
  });
  return {
    async recordUpdates(bot, updates) {
      const recording = recorder.recordUpdates(bot, updates);
      const wasFast = recording.then(() => true);
      if (!recorder.hasBacklog() && (await Promise.race([wasFast, wait(timeoutMs, false)]))) return;
      for (const { raw } of updates) log.keep(bot.key, JSON.stringify(raw), recording);
      await log.written();
    },
    close: log.close,
  };
}
