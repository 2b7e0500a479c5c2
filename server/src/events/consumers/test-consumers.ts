import { type Kysely, sql } from 'kysely';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { EventStore } from '../store/event-store.ts';
import { anEvent } from '../store/test-event.ts';
import { createCursors } from './cursors.ts';
import type { EventConsumer, Turn } from './event-consumer.ts';

export const start = Date.UTC(2026, 5, 1, 9);
export const minute = 60_000;

/** Creates the tables of a consumer: `readers` are its subjects, `follow_ups` what follows their events. */
export async function createConsumerTables({ run }: Pick<Metadata, 'run'>): Promise<void> {
  await run('CREATE TABLE readers (subject text PRIMARY KEY, bot_key text NOT NULL)');
  await run(`CREATE TABLE follow_ups (
    position bigint GENERATED ALWAYS AS IDENTITY, subject text, event_id text, PRIMARY KEY (subject, event_id))`);
}
export const readers = { name: 'readers', subjects: sql<never>`SELECT subject, bot_key FROM readers` };

export async function addReader(
  { db, run }: Pick<Metadata, 'db' | 'run'>,
  bot: string,
  subject: string,
): Promise<void> {
  await run("INSERT INTO accounts (id, email) VALUES ('ann', 'ann@example.com') ON CONFLICT DO NOTHING");
  await db
    .insertInto('bots')
    .values({
      ...{ key: bot, bot_name: bot, username: bot, account_key: 'ann', api_key_hash: bot },
      ...{ token_sealed: null, token_hash: null, retention_days: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await run('INSERT INTO readers VALUES ($1, $2)', [subject, bot]);
}

/** Writes a row for each message, as features do. */
function createRecorder(options: {
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query'>;
  onPage?: (from: number) => Promise<void> | void;
}): EventConsumer {
  const { db, store, onPage } = options;
  async function consume(turn: Turn): Promise<void> {
    const pages = turn.read({
      ...{ activeSince: start, columns: 'user_id', content: "kind = 'message'", matches: 'user_id > 0' },
      async query({ sql: statement, params, look }) {
        await onPage?.(look.from);
        return store.query<{ event_id: string; received_ms: number }>({
          ...{ sql: statement, params: { ...params, bot: turn.bot }, bot: turn.bot, tag: 'test', timeoutSeconds: 20 },
        });
      },
    });
    for await (const rows of pages) {
      const ids = JSON.stringify(rows.map(({ event_id }) => event_id));
      await sql`
        WITH own AS (${turn.lock})
        INSERT INTO follow_ups (subject, event_id)
        SELECT ${turn.subject}::text, id FROM own, jsonb_array_elements_text(${ids}::jsonb) WITH ORDINALITY AS one(id, place)
        ORDER BY place
        ON CONFLICT DO NOTHING`.execute(db);
    }
  }
  return { ...readers, consume };
}

/** One run of a process; `turns` gives each of its cursors a turn. */
export function startRun(options: {
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query'>;
  clock: () => number;
  monotonic?: () => number;
  instance: string;
  run?: string;
  onPage?: (from: number) => Promise<void> | void;
}) {
  const { db, clock, monotonic, instance, run = 'first' } = options;
  const consumer = createRecorder(options);
  const cursors = createCursors({ db, consumer, claimant: { instance, run }, clock, monotonic, rowsOfPage: 3 });
  return {
    ...cursors,
    async turns(isDeep = false): Promise<void> {
      for (const cursor of await cursors.claimAll()) await consumer.consume(cursors.turn(cursor, isDeep));
    },
  };
}

/** A message of user 1 that was received at a minute. */
export function messageAt(bot: string, id: number, receivedMinute: number) {
  const receivedAt = start + receivedMinute * minute;
  return anEvent({ bot, id: String(id), time: receivedAt, receivedAt, payload: `{"update_id":${id}}` });
}

export async function followUps({ run }: Pick<Metadata, 'run'>, subject: string): Promise<string[]> {
  const rows = await run('SELECT event_id FROM follow_ups WHERE subject = $1 ORDER BY position', [subject]);
  return rows.map(({ event_id }) => String(event_id));
}

/** Fails before the n-th statement, as a process that is killed; what was written stays. */
export function killedBefore(db: Kysely<Tables>, statements: number): Kysely<Tables> {
  let left = statements;
  return new Proxy(db, {
    get(instance, name) {
      const value: unknown = Reflect.get(instance, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (['getExecutor', 'updateTable', 'transaction'].includes(String(name))) {
          if (left <= 0) throw new Error('killed');
          left -= 1;
        }
        return Reflect.apply(value, instance, args);
      };
    },
  });
}
