import { hitProblems, type MiniAppError } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { BadHit } from '../../ingest/hits/read-hit-body.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { numbersPattern } from '../../platform/whole-numbers.ts';

/** Least time between two writes, ms: a broken page fails with every event, and the log counts it up in one statement. */
const intervalMs = 1_000;
/** Kinds of all apps that wait to be written; more are not counted while the store is away. */
const mostGroups = 5_000;
const textLength = 2_000;

interface Group {
  app: number;
  problem: string;
  text: string;
  count: number;
  firstAt: number;
  lastAt: number;
}

/** What pages of an app sent that could not be read as events, counted by kind. */
export interface AppErrors {
  /** Never throws, and nobody waits for it. */
  record(app: number, bad: readonly BadHit[]): void;
  /** The newest first. */
  list(app: number): Promise<MiniAppError[]>;
  /** Deletes the lines whose example names one of these users; returns their number. */
  erasePeople(bot: string, userIds: readonly number[]): Promise<number>;
  close(): Promise<void>;
}

export function createAppErrors(deps: {
  db: Kysely<Tables>;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}): AppErrors {
  const { db, logger, now = Date.now } = deps;
  let groups = new Map<string, Group>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    const taken = [...groups.values()];
    groups = new Map();
    for (const group of taken) {
      // An app that was removed meanwhile has no log; what is lost of others are counts of an outage.
      await upsert(db, group).catch((error: unknown) =>
        logger.warn({ err: error, app: group.app }, 'an entry of the log of a Mini App is lost'),
      );
    }
  }

  return {
    record(app, bad) {
      const at = now();
      for (const { problem, text } of bad) {
        const key = `${app} ${problem}`;
        const known = groups.get(key);
        if (known === undefined && groups.size >= mostGroups) continue;
        const example = text.slice(0, textLength).replaceAll('\0', '\ufffd').toWellFormed();
        groups.set(key, {
          ...{ app, problem, text: example, lastAt: at },
          ...{ count: (known?.count ?? 0) + 1, firstAt: known?.firstAt ?? at },
        });
      }
      timer ??= setTimeout(() => void flush(), intervalMs).unref();
    },
    async list(app) {
      await flush();
      const rows = await db
        .selectFrom('mini_app_errors')
        .selectAll()
        .where('app_id', '=', app)
        .orderBy('last_at', 'desc')
        .limit(hitProblems.length)
        .execute();
      return rows.map(({ problem, text, count, first_at, last_at }) => ({
        ...{ problem, text, count: Number(count) },
        ...{ first_time: new Date(first_at).toISOString(), time: new Date(last_at).toISOString() },
      }));
    },
    async erasePeople(bot, userIds) {
      await flush();
      const { numDeletedRows } = await db
        .deleteFrom('mini_app_errors')
        .where('app_id', 'in', db.selectFrom('mini_apps').select('app_id').where('bot_key', '=', bot))
        .where(sql<boolean>`text ~ ${numbersPattern(userIds)}`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    close: flush,
  };
}

async function upsert(db: Kysely<Tables>, { app, problem, text, count, firstAt, lastAt }: Group): Promise<void> {
  const times = { first_at: new Date(firstAt), last_at: new Date(lastAt) };
  await db
    .insertInto('mini_app_errors')
    .values({ app_id: app, problem, text, count, ...times })
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'problem']).doUpdateSet({
        count: sql`mini_app_errors.count + excluded.count`,
        last_at: sql`greatest(mini_app_errors.last_at, excluded.last_at)`,
        text: sql`excluded.text`,
      }),
    )
    .execute();
}
