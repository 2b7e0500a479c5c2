import { hitProblems } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { redactJson } from '../../platform/json/redact-json.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { numbersPattern } from '../../platform/whole-numbers.ts';
import type { HitTables } from './hit-tables.ts';
import type { BadHit } from './read-hit-body.ts';

/** Least time between two writes, ms: a broken page fails with every event, and the log counts it up in one statement. */
const intervalMs = 1_000;
/** Kinds of all apps or websites that wait to be written; more are not counted while the store is away. */
const mostGroups = 5_000;
const textLength = 2_000;

/** One kind of bad events. */
export interface HitErrorKind {
  problem: string;
  /** The newest example. */
  text: string;
  count: number;
  first_time: string;
  time: string;
}

type Row = Pick<HitErrorKind, 'problem' | 'text'> & { count: number | string; first_at: Date; last_at: Date };

interface Group {
  owner: number;
  problem: string;
  text: string;
  userId: number | null;
  count: number;
  firstAt: number;
  lastAt: number;
}

/** Log of data from pages of a Mini App or a website that could not be read as events, counted by kind. */
export interface HitErrors {
  /** Never throws and is not awaited. `userId`: the proven sender; null = none. */
  record(owner: number, bad: readonly BadHit[], userId: number | null): void;
  /** The newest first. */
  list(owner: number): Promise<HitErrorKind[]>;
  /**
   * Deletes the lines whose example belongs to one of these users or names them. Examples without a user keep only
   * their structure: a property or a text cut to 2,000 characters may be a user's without naming them. Returns the
   * number of lines.
   */
  erasePeople(bot: string, userIds: readonly number[]): Promise<number>;
  close(): Promise<void>;
}

export function createHitErrors(deps: {
  db: Kysely<Tables>;
  tables: HitTables;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}): HitErrors {
  const { db, tables, logger, now = Date.now } = deps;
  const [table, owner] = [sql.table(tables.errors), sql.ref(tables.owner)];
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
    const batch = [...groups.values()];
    groups = new Map();
    for (const group of batch) {
      // This fails if the owner was removed meanwhile, with its log; in an outage only counts are lost.
      await upsert(group).catch((error: unknown) =>
        logger.warn({ err: error, [tables.owner]: group.owner }, 'an entry of the log of malformed events is lost'),
      );
    }
  }

  async function upsert({ owner: id, problem, text, userId, count, firstAt, lastAt }: Group): Promise<void> {
    await sql`
      INSERT INTO ${table} AS known (${owner}, problem, text, user_id, count, first_at, last_at)
      VALUES (${id}, ${problem}, ${text}, ${userId}, ${count}, ${new Date(firstAt)}, ${new Date(lastAt)})
      ON CONFLICT (${owner}, problem) DO UPDATE SET count = known.count + excluded.count,
        last_at = greatest(known.last_at, excluded.last_at), text = excluded.text, user_id = excluded.user_id`.execute(
      db,
    );
  }

  return {
    record(id, badHits, userId) {
      const recordedAt = now();
      for (const { problem, text } of badHits) {
        const key = `${id} ${problem}`;
        const group = groups.get(key);
        if (group === undefined && groups.size >= mostGroups) continue;
        const example = text.slice(0, textLength).replaceAll('\0', '\ufffd').toWellFormed();
        groups.set(key, {
          ...{ owner: id, problem, text: example, userId, lastAt: recordedAt },
          ...{ count: (group?.count ?? 0) + 1, firstAt: group?.firstAt ?? recordedAt },
        });
      }
      timer ??= setTimeout(() => void flush(), intervalMs).unref();
    },
    async list(id) {
      await flush();
      const { rows } = await sql<Row>`
        SELECT problem, text, count, first_at, last_at FROM ${table} WHERE ${owner} = ${id}
        ORDER BY last_at DESC LIMIT ${hitProblems.length}`.execute(db);
      return rows.map(({ problem, text, count, first_at, last_at }) => ({
        ...{ problem, text, count: Number(count) },
        ...{ first_time: new Date(first_at).toISOString(), time: new Date(last_at).toISOString() },
      }));
    },
    async erasePeople(bot, userIds) {
      await flush();
      const owners = sql`SELECT ${owner} FROM ${sql.table(tables.owners)} WHERE bot_key = ${bot}`;
      const { numAffectedRows } = await sql`
        DELETE FROM ${table} WHERE ${owner} IN (${owners})
          AND (user_id IN (${sql.join(userIds)}) OR text ~ ${numbersPattern(userIds)})`.execute(db);
      const { rows } = await sql<Pick<Row, 'problem' | 'text'> & { id: number }>`
        SELECT ${owner} AS id, problem, text FROM ${table}
        WHERE ${owner} IN (${owners}) AND user_id IS NULL AND text <> ''`.execute(db);
      const redacted = rows.filter(({ text }) => redactJson(text) !== text);
      for (const { id, problem, text } of redacted) {
        await sql`
          UPDATE ${table} SET text = ${redactJson(text)}
          WHERE ${owner} = ${id} AND problem = ${problem} AND text = ${text}`.execute(db);
      }
      return Number(numAffectedRows ?? 0) + redacted.length;
    },
    close: flush,
  };
}
