import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';

/** Room for what is answered and not yet recorded, bytes. Beyond it only memory has them. */
const mostBytes = 64 * 1024 * 1024;

/** Updates that Telegram was answered for before they were on disk. */
export interface LateLog {
  /** Notes an update until it is recorded. */
  keep(bot: string, raw: string, recorded: Promise<void>): void;
  /** How many wait. */
  waiting(): number;
  close(): void;
}

/**
 * Opens the log, and hands what an earlier process left in it to `record`; what is recorded twice counts once.
 *
 * A write without an fsync costs some 20 µs and survives the process, though not the machine: it closes the gap that a
 * `kill -9` would tear, without making anybody wait for a busy disk. A disk that takes nothing is no reason to stop.
 */
export function openLateLog(options: {
  path: string;
  record: (bot: string, raw: string) => Promise<void>;
  logger: Pick<Logger, 'warn'>;
}): LateLog {
  const { path, logger } = options;
  mkdirSync(dirname(path), { recursive: true });
  const left = existsSync(path) ? entriesOf(readFileSync(path, 'utf8')) : [];
  // Updates hold what people wrote: readable by us alone.
  const file = openSync(path, 'a', 0o600);
  let bytes = left.length === 0 ? 0 : 1;
  let waiting = 0;
  let isClosed = false;

  function follow(recorded: Promise<void>): void {
    waiting += 1;
    const settle = (): void => {
      waiting -= 1;
      if (waiting > 0 || isClosed || bytes === 0) return;
      bytes = 0;
      truncate();
    };
    // What cannot be recorded stays for the next start.
    recorded.then(settle, (error: unknown) => logger.warn({ err: error }, 'a late update is not recorded'));
  }
  function truncate(): void {
    try {
      ftruncateSync(file, 0);
    } catch (error) {
      logger.warn({ err: error }, 'the log of late updates is not emptied');
    }
  }

  for (const { bot, raw } of left) follow(options.record(bot, raw));
  return {
    keep(bot, raw, recorded) {
      const line = `${JSON.stringify([bot, raw])}\n`;
      if (isClosed || bytes + line.length > mostBytes) return;
      try {
        writeSync(file, line);
        bytes += line.length;
        follow(recorded);
      } catch (error) {
        logger.warn({ err: error, bot }, 'a late update is only in memory');
      }
    },
    waiting: () => waiting,
    close() {
      isClosed = true;
      closeSync(file);
    },
  };
}

/** Whole lines only: the last may be torn. */
function entriesOf(text: string): { bot: string; raw: string }[] {
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      try {
        const [bot, raw] = JSON.parse(line) as [string, string];
        return [{ bot, raw }];
      } catch {
        return [];
      }
    });
}
