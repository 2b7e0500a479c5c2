import { hitProblems, type PageError } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { redactJson } from '../../platform/json/redact-json.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { numbersPattern } from '../../platform/whole-numbers.ts';
import type { PageKind, PageRef } from './hit-page.ts';
import type { BadHit } from './read-hit-body.ts';

/** Least time between two writes, ms: a broken page fails with every event, and the log counts it up in one statement. */
const intervalMs = 1_000;
/** Problems of all Mini Apps, and of all websites, that wait to be written; more are not counted while the store is away. */
const maxGroups = 5_000;
const textLength = 2_000;

interface Group {
  page: PageRef;
  problem: string;
  text: string;
  userId: number | null;
  count: number;
  firstAt: number;
  lastAt: number;
}

/**
 * Log of data from Mini Apps and websites that could not be read as events, counted by kind. Not that of the bot, whose
 * lines end with time, are cleared and outlive an outage: these stay as long as their page.
 */
export interface HitErrors {
  /** Never throws and is not awaited. `userId`: the proven sender; null = none. */
  record(page: PageRef, bad: readonly BadHit[], userId: number | null): void;
  /** The newest first. */
  list(page: PageRef): Promise<PageError[]>;
  /**
   * Deletes the lines whose example belongs to one of these users or names them. Examples without a user keep only
   * their structure: a property or a text cut to 2,000 characters may be a user's without naming them. Returns the
   * number of lines.
   */
  eraseUsers(bot: string, userIds: readonly number[]): Promise<number>;
  close(): Promise<void>;
}

export function createHitErrors(deps: {
  db: Kysely<Tables>;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}): HitErrors {
  const { db, logger, now = Date.now } = deps;
  const waitingGroups = createWaitingGroups();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    for (const group of waitingGroups.takeAll()) {
      // This fails if the page was removed meanwhile, with its log; in an outage only counts are lost.
      await upsert(group).catch((error: unknown) =>
        logger.warn(
          { err: error, kind: group.page.kind, page: group.page.id },
          'an entry of the log of malformed events is lost',
        ),
      );
    }
  }

  async function upsert({ page, problem, text, userId, count, firstAt, lastAt }: Group): Promise<void> {
    const row = { kind: page.kind, page_id: page.id, bot_key: page.bot, problem, text, user_id: userId, count };
    await db
      .insertInto('page_errors')
      .values({ ...row, first_at: new Date(firstAt), last_at: new Date(lastAt) })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'page_id', 'problem']).doUpdateSet(({ ref }) => ({
          count: sql`page_errors.count + excluded.count`,
          last_at: sql`greatest(page_errors.last_at, excluded.last_at)`,
          text: ref('excluded.text'),
          user_id: ref('excluded.user_id'),
        })),
      )
      .execute();
  }

  return {
    record(page, badHits, userId) {
      const recordedAt = now();
      for (const hit of badHits) waitingGroups.add(page, hit, userId, recordedAt);
      timer ??= setTimeout(() => void flush(), intervalMs).unref();
    },
    async list({ kind, id }) {
      await flush();
      const rows = await db
        .selectFrom('page_errors')
        .select(['problem', 'text', 'count', 'first_at', 'last_at'])
        .where('kind', '=', kind)
        .where('page_id', '=', id)
        .orderBy('last_at', 'desc')
        .limit(hitProblems.length)
        .execute();
      return rows.map(({ problem, text, count, first_at, last_at }) => ({
        problem,
        text,
        count: Number(count),
        first_time: new Date(first_at).toISOString(),
        time: new Date(last_at).toISOString(),
      }));
    },
    async eraseUsers(bot, userIds) {
      await flush();
      const { numDeletedRows } = await db
        .deleteFrom('page_errors')
        .where('bot_key', '=', bot)
        .where((eb) => eb.or([eb('user_id', 'in', userIds), sql<boolean>`text ~ ${numbersPattern(userIds)}`]))
        .executeTakeFirst();
      const rows = await db
        .selectFrom('page_errors')
        .select(['kind', 'page_id', 'problem', 'text'])
        .where('bot_key', '=', bot)
        .where('user_id', 'is', null)
        .where('text', '!=', '')
        .execute();
      const redacted = rows.filter(({ text }) => redactJson(text) !== text);
      for (const { kind, page_id, problem, text } of redacted) {
        await db
          .updateTable('page_errors')
          .set({ text: redactJson(text) })
          .where((eb) => eb.and({ kind, page_id, problem, text }))
          .execute();
      }
      return Number(numDeletedRows) + redacted.length;
    },
    close: flush,
  };
}

/** Problems that wait to be written: one group for each problem of a page, with its latest example. */
function createWaitingGroups() {
  let groups = new Map<string, Group>();
  let groupCounts: Record<PageKind, number> = { app: 0, site: 0 };
  return {
    add(page: PageRef, { problem, text }: BadHit, userId: number | null, recordedAt: number): void {
      const key = `${page.kind} ${page.id} ${problem}`;
      const group = groups.get(key);
      if (group === undefined && groupCounts[page.kind] >= maxGroups) return;
      const example = text.slice(0, textLength).replaceAll('\0', '\ufffd').toWellFormed();
      if (group === undefined) groupCounts[page.kind] += 1;
      groups.set(key, {
        page,
        problem,
        text: example,
        userId,
        count: (group?.count ?? 0) + 1,
        firstAt: group?.firstAt ?? recordedAt,
        lastAt: recordedAt,
      });
    },
    takeAll(): Group[] {
      const batch = [...groups.values()];
      groups = new Map();
      groupCounts = { app: 0, site: 0 };
      return batch;
    },
  };
}
