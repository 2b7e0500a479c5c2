import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';

/** Room for what is answered and not yet recorded, bytes. Beyond it only memory has them. */
const defaultMaxBytes = 64 * 1024 * 1024;
/** Beyond it the other of the two files is written, as soon as all that is in that one is recorded. */
const switchBytes = 1024 * 1024;

/** Log of traffic that was answered before it was on disk: updates of the relay, calls of the proxy. */
export interface UnrecordedLog {
  /** Notes an item of a bot, as JSON, until it is recorded. */
  keep(bot: string, json: string, recorded: Promise<void>): void;
  /** Resolves when what was noted so far is written, or cannot be. */
  written(): Promise<void>;
  /** Returns the number of items that are not recorded yet. */
  waiting(): number;
  /** Writes what is gathered. What is still not recorded stays for the next start. */
  close(): void;
}

interface Gathered {
  text: string;
  bytes: number;
  items: [bot: string, recorded: Promise<void>][];
  written: PromiseWithResolvers<void>;
}

interface LogFile {
  path: string;
  file: number;
  bytes: number;
  waiting: number;
}

/**
 * Opens the log, and hands what an earlier process left in it to `record`; what is recorded twice counts once.
 *
 * A write without an fsync costs some 20 µs and survives the process, though not the machine: it closes the gap that a
 * `kill -9` would tear, without waiting for a busy disk. A disk that takes nothing is no reason to stop.
 * There are two files: under lasting load there is always something under way, and one file would never be empty.
 */
export function openUnrecordedLog<Item>(options: {
  path: string;
  record: (bot: string, item: Item) => Promise<void>;
  /** Items that an earlier process could not note whole: there was no room, or it was killed while writing. */
  onGap: (bot: string, items: number) => void;
  /** Gathers what comes within one turn of the event loop into one write. */
  isGathered?: boolean;
  maxBytes?: number;
  logger: Pick<Logger, 'warn'>;
}): UnrecordedLog {
  const { path, logger, maxBytes = defaultMaxBytes } = options;
  mkdirSync(dirname(path), { recursive: true });
  const paths = [path, `${path}.2`];
  const leftovers = paths.map((one) => parseEntries<Item>(existsSync(one) ? readFileSync(one, 'utf8') : ''));
  // Updates and calls hold what users wrote: readable by us alone.
  const files = paths.map((one): LogFile => ({ path: one, file: openSync(one, 'a', 0o600), bytes: 0, waiting: 0 }));
  let [current, other] = files as [LogFile, LogFile];
  let waitingCount = 0;
  let isClosed = false;
  let gathered: Gathered | null = null;

  function follow(target: LogFile, recording: Promise<void>): void {
    waitingCount += 1;
    target.waiting += 1;
    const settle = (): void => {
      waitingCount -= 1;
      target.waiting -= 1;
      if (target.waiting > 0 || isClosed || target.bytes === 0) return;
      target.bytes = 0;
      truncate(target.file);
    };
    // Items that cannot be recorded stay for the next start.
    recording.then(settle, (error: unknown) => logger.warn({ err: error }, 'late traffic is not recorded'));
  }
  function truncate(file: number): void {
    try {
      ftruncateSync(file, 0);
    } catch (error) {
      logger.warn({ err: error }, 'a log of late traffic is not emptied');
    }
  }
  function write(): void {
    if (gathered === null || isClosed) return;
    const { text, bytes, items, written } = gathered;
    gathered = null;
    if (current.bytes > switchBytes && other.waiting === 0) [current, other] = [other, current];
    try {
      writeSync(current.file, text);
      current.bytes += bytes;
      for (const [, recording] of items) follow(current, recording);
    } catch (error) {
      logger.warn({ err: error, bot: items[0]?.[0] }, 'late traffic is only in memory');
    }
    written.resolve();
  }

  for (const [index, { items, gaps }] of leftovers.entries()) {
    const file = files[index];
    if (file === undefined || (items.length === 0 && gaps.size === 0)) continue;
    file.bytes = 1;
    for (const [bot, count] of gaps) options.onGap(bot, count);
    for (const { bot, item } of items) follow(file, options.record(bot, item));
    if (items.length === 0) truncate(file.file);
  }
  return {
    keep(bot, json, recording) {
      if (isClosed) return;
      const isFull = current.bytes + (gathered?.bytes ?? 0) > maxBytes;
      // Without room only the bot is noted, so that the next start can say how much is missing.
      const line = isFull ? `["${bot}"]\n` : `["${bot}",${json}]\n`;
      if (gathered === null) {
        gathered = { text: '', bytes: 0, items: [], written: Promise.withResolvers() };
        if (options.isGathered === true) setImmediate(write);
      }
      gathered.text += line;
      gathered.bytes += line.length;
      gathered.items.push([bot, recording]);
      if (options.isGathered !== true) write();
    },
    written: () => gathered?.written.promise ?? Promise.resolve(),
    waiting: () => waitingCount,
    close() {
      write();
      isClosed = true;
      for (const { file } of files) closeSync(file);
    },
  };
}

/** The last line may be torn; the key of its bot is at its front. */
function parseEntries<Item>(text: string): { items: { bot: string; item: Item }[]; gaps: Map<string, number> } {
  const items: { bot: string; item: Item }[] = [];
  const gaps = new Map<string, number>();
  for (const line of text.split('\n')) {
    const bot = /^\["(\w+)"/.exec(line)?.[1];
    if (bot === undefined) continue;
    try {
      const [, item] = JSON.parse(line) as [string, Item?];
      if (item !== undefined) {
        items.push({ bot, item });
        continue;
      }
    } catch {
      // Torn.
    }
    gaps.set(bot, (gaps.get(bot) ?? 0) + 1);
  }
  return { items, gaps };
}
