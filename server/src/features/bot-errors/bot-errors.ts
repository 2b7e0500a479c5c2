import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { BotFailure } from '../../ingest/recording/bot-failure.ts';
import { redactJson } from '../../platform/json/redact-json.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { numbersPattern } from '../../platform/whole-numbers.ts';
import { type BotErrorFilter, type BotErrorPage, listBotErrors } from './list-bot-errors.ts';
import { createPendingFailures, type FailureGroup } from './pending-failures.ts';

export type { BotErrorFilter, BotErrorPage } from './list-bot-errors.ts';

/** Log of failures between Telegram, us and the bots; equal failures of one bot are one line. */
export interface BotErrors {
  /**
   * Never throws and is never waited for: a bot's traffic does not stop for its error log. While the metadata store is
   * away the entries stay in memory (grouped, at most 5,000 groups) and are written when it is back.
   */
  record(failures: readonly BotFailure[]): void;
  list(bot: string, filter?: BotErrorFilter): Promise<BotErrorPage>;
  clear(bot: string): Promise<void>;
  /**
   * Deletes the lines whose example is of one of these users or names them. Examples of nobody are redacted: a pushed
   * value or a text cut to 2,000 characters may be a user's without naming them. Returns the number of lines.
   */
  eraseUsers(bot: string, userIds: readonly number[]): Promise<number>;
  /** Writes what is gathered; for tests and the shutdown. Does not wait for a store that is away. */
  close(): Promise<void>;
}

/** Least time between two writes, ms: a failing bot fails with every call, and the log counts it up in one statement. */
const flushIntervalMs = 500;
/** Pause before a store that was away is tried again, ms. */
const retryDelayMs = 5_000;

export function createBotErrors(options: {
  metadata: Pick<Metadata, 'db'>;
  logger: Logger;
  now?: () => number;
  intervalMs?: number;
  retryMs?: number;
}): BotErrors {
  const { logger, intervalMs = flushIntervalMs, retryMs = retryDelayMs, now = Date.now } = options;
  const { db } = options.metadata;
  const pending = createPendingFailures();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let lastStart = Number.NEGATIVE_INFINITY;
  let isAway = false;

  const schedule = (afterMs: number): void => {
    timer ??= setTimeout(flush, Math.max(0, afterMs)).unref();
  };

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    lastStart = performance.now();
    writing = writing.then(writePending);
  }

  async function writePending(): Promise<void> {
    const { groups, dropped } = pending.take();
    if (dropped > 0) logger.warn({ failures: dropped }, 'the bot error log has no room for more kinds of failure');
    for (const [index, group] of groups.entries()) {
      try {
        await write(db, group);
        isAway = false;
      } catch (error) {
        if (isOfTheRow(error)) {
          logger.warn({ err: error, bot: group.bot, reason: group.reason }, 'an entry of the bot error log is refused');
          continue;
        }
        if (!isAway) logger.error({ err: error }, 'could not write to the bot error log; trying again later');
        isAway = true;
        pending.giveBack(groups.slice(index));
        schedule(retryMs);
        return;
      }
    }
  }

  return {
    record(failures) {
      if (failures.length === 0) return;
      const failedAt = now();
      for (const failure of failures) pending.add(failure, failedAt);
      schedule(lastStart + intervalMs - performance.now());
    },
    list: (bot, filter) => listBotErrors(db, bot, filter),
    async clear(bot) {
      pending.forget(bot);
      await writing;
      await db.deleteFrom('bot_errors').where('bot_key', '=', bot).execute();
    },
    async eraseUsers(bot, userIds) {
      flush();
      await writing;
      const { numDeletedRows } = await db
        .deleteFrom('bot_errors')
        .where('bot_key', '=', bot)
        .where((eb) => eb.or([eb('user_id', 'in', userIds), sql<boolean>`text ~ ${numbersPattern(userIds)}`]))
        .executeTakeFirst();
      const nameless = await db
        .selectFrom('bot_errors')
        .select(['id', 'reason', 'text'])
        .where('bot_key', '=', bot)
        .where('kind', 'in', ['update', 'call', 'relay'])
        .where('user_id', 'is', null)
        .where('text', '!=', '')
        .execute();
      const redacted = nameless.filter((line) => redactExample(line) !== line.text);
      for (const line of redacted) {
        // One that was replaced meanwhile is of a later moment; the purge looks again.
        const updateQuery = db.updateTable('bot_errors').where('id', '=', line.id).where('text', '=', line.text);
        await updateQuery.set({ text: redactExample(line) }).execute();
      }
      return Number(numDeletedRows) + redacted.length;
    },
    async close() {
      flush();
      await writing;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

async function write(db: Kysely<Tables>, group: FailureGroup): Promise<void> {
  const { bot, kind, code, method, reason, text, userId, count } = group;
  await db
    .insertInto('bot_errors')
    .values({
      bot_key: bot,
      kind,
      code,
      method,
      reason,
      text,
      user_id: userId,
      count,
      first_at: new Date(group.firstAt),
      last_at: new Date(group.lastAt),
    })
    .onConflict((conflict) =>
      conflict.columns(['bot_key', 'kind', 'code', 'method', 'reason']).doUpdateSet({
        count: sql`least(bot_errors.count::bigint + excluded.count, 2147483647)`,
        first_at: sql`least(bot_errors.first_at, excluded.first_at)`,
        last_at: sql`greatest(bot_errors.last_at, excluded.last_at)`,
        text: sql`CASE WHEN excluded.last_at >= bot_errors.last_at THEN excluded.text ELSE bot_errors.text END`,
        user_id: sql`CASE WHEN excluded.last_at >= bot_errors.last_at THEN excluded.user_id ELSE bot_errors.user_id END`,
      }),
    )
    .execute();
}

/** True for what no later attempt would change, such as a bot that was removed meanwhile: SQLSTATE classes 22 and 23. */
function isOfTheRow(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]\w{3}$/.test(code);
}

/** Deletes lines that did not happen again within their bot's own time (`bots.error_days`); gives their number. */
export async function trimBotErrors(db: Kysely<Tables>, now: number): Promise<number> {
  const result = await db
    .deleteFrom('bot_errors')
    .using('bots')
    .whereRef('bots.key', '=', 'bot_errors.bot_key')
    .where(sql<boolean>`bot_errors.last_at < ${new Date(now)}::timestamptz - bots.error_days * interval '1 day'`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Reasons whose text is a sentence by Telegram or of ours, followed by the call that it is about. */
const withSentence: ReadonlySet<string> = new Set([
  'Refused',
  'Unauthorized',
  'Timeout',
  'Unreachable',
  'Expired',
  'Private',
  'ReplyRefused',
  'ReplyNotSent',
]);

/**
 * Redacts an example of the error log: removes the words and numbers that may be a user's, so that it identifies no
 * user and still shows what was wrong. The same text twice is redacted once.
 */
function redactExample({ reason, text }: { reason: string; text: string }): string {
  // The bot's own answer: a page of its framework with whatever it was handling.
  if (reason === 'BadStatus') return `${/^\d{3}\b/.exec(text)?.[0] ?? ''} …`.trimStart();
  const [sentence = '', ...call] = text.split('\n');
  if (!withSentence.has(reason) || /^\s*[{["]/.test(sentence)) return redactJson(text);
  return [redactSentence(sentence), ...(call.length === 0 ? [] : [redactJson(call.join('\n'))])].join('\n');
}

/** Quoted parts, and numbers that may be IDs. */
const redactSentence = (sentence: string): string =>
  sentence
    .replace(/"[^"]*"?/g, '"…"')
    .replace(/(?<=^|[\s:(])'[^']*'?/g, "'…'")
    .replace(/(?<!\w)-?\d{5,}(?!\w)/g, '…');
