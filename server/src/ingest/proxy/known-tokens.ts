import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';

/**
 * Tokens that belonged to a connected bot at their last call, as keyed hashes: with the metadata store away only their
 * calls pass. They are in a file, so a restart forgets none; a power loss may forget those of the last seconds.
 */
export interface KnownTokens {
  /** The key of the bot that had it; undefined if none is known. */
  botOf(tokenHash: string): string | undefined;
  /** Notes the token of a bot. An earlier token of the same bot is forgotten. Costs a file write if it is new. */
  note(tokenHash: string, bot: string): void;
  /** The bot is removed. */
  forget(bot: string): void;
  close(): void;
}

/** 80 bytes each. Beyond it the oldest are forgotten. */
const maxTokens = 50_000;

/** Opens the file. One that cannot be read or written is no reason to stop: memory goes on. */
export function openKnownTokens(options: { path: string; logger: Pick<Logger, 'warn'> }): KnownTokens {
  const { path, logger } = options;
  const hashesByBot = new Map<string, string>();
  const botsByHash = new Map<string, string>();
  const set = (bot: string, hash: string): void => {
    const before = hashesByBot.get(bot);
    if (before !== undefined && botsByHash.get(before) === bot) botsByHash.delete(before);
    hashesByBot.delete(bot);
    if (hash === '') return;
    hashesByBot.set(bot, hash);
    botsByHash.set(hash, bot);
    const [oldest] = hashesByBot.keys();
    if (hashesByBot.size > maxTokens && oldest !== undefined) set(oldest, '');
  };
  let file: number | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (existsSync(path)) for (const [bot, hash] of parseLines(readFileSync(path, 'utf8'))) set(bot, hash);
    // Rewritten at each start: lines that later ones have overtaken are left out.
    writeFileSync(`${path}.new`, [...hashesByBot].map(([bot, hash]) => `${bot} ${hash}\n`).join(''), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    file = openSync(path, 'a', 0o600);
  } catch (error) {
    logger.warn({ err: error }, 'known tokens are remembered only until the next start');
  }
  const write = (bot: string, hash: string): void => {
    set(bot, hash);
    try {
      if (file !== null) writeSync(file, `${bot} ${hash}\n`);
    } catch (error) {
      logger.warn({ err: error, bot }, 'the token of a bot is remembered only until the next start');
    }
  };
  return {
    botOf: (hash) => botsByHash.get(hash),
    note(hash, bot) {
      if (hashesByBot.get(bot) !== hash) write(bot, hash);
    },
    forget(bot) {
      if (hashesByBot.has(bot)) write(bot, '');
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

/** Whole lines of a bot's key and a hash; an empty hash: forgotten. The last line may be torn. */
function parseLines(text: string): [bot: string, hash: string][] {
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      const [, bot, hash] = /^(\w+) ([0-9a-f]{64})?$/.exec(line) ?? [];
      return bot === undefined ? [] : [[bot, hash ?? ''] as [string, string]];
    });
}
