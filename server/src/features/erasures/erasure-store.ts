import {
  type Erasure,
  type ErasureCertificate,
  type ErasureMode,
  erasureModes,
  erasureStates,
} from '@botscope/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type Claims, createClaims } from '../../platform/claims/claims.ts';
import { toIso } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { parseEnum } from '../bots/bots.ts';

export type ErasureRow = Selectable<Tables['erasures']>;

/** Encrypted data of each user, by hash. */
type SealedUsers = ReadonlyMap<string, string>;

/** A process that works on an erasure says so three times in this time, ms; another one takes it over after that. */
export const claimMs = minuteMs;

/** Reads of erasures by any process. */
function erasureQueries(db: Kysely<Tables>) {
  const open = () => db.selectFrom('erasures').selectAll().orderBy('erasure_id');

  return {
    one: (id: number): Promise<ErasureRow | undefined> => open().where('erasure_id', '=', id).executeTakeFirst(),

    list: (bot: string, before: number | null, limit: number): Promise<ErasureRow[]> => {
      const rows = db.selectFrom('erasures').selectAll().where('bot_key', '=', bot).orderBy('erasure_id', 'desc');
      return (before === null ? rows : rows.where('erasure_id', '<', before)).limit(limit).execute();
    },

    users: (id: number) =>
      db
        .selectFrom('erasure_users')
        .select(['user_hash', 'user_sealed'])
        .where('erasure_id', '=', id)
        .orderBy('user_hash')
        .execute(),

    hidden: (isPurged: boolean): Promise<ErasureRow[]> =>
      open()
        .where('state', '=', 'hidden')
        .where('purged_at', isPurged ? 'is not' : 'is', null)
        .execute(),
  };
}

/** Which process works on an erasure. */
function erasureClaims(db: Kysely<Tables>, claims: Claims) {
  return {
    /** Lists unfinished erasures that no process works on. */
    abandoned: async (): Promise<ErasureRow[]> =>
      db
        .selectFrom('erasures')
        .selectAll()
        .where('state', 'in', ['waiting', 'running'])
        .where(claims.isFree())
        .orderBy('erasure_id')
        .execute(),

    /** Takes one; undefined if another process has it, or it is hidden already. */
    claim: (id: number): Promise<ErasureRow | undefined> =>
      db
        .updateTable('erasures')
        .set({ state: 'running', ...claims.claimed() })
        .where('erasure_id', '=', id)
        .where('state', 'in', ['waiting', 'running'])
        .where(claims.isFree())
        .returningAll()
        .executeTakeFirst(),

    renew: (id: number) =>
      db.updateTable('erasures').set(claims.renewed()).where('erasure_id', '=', id).where(claims.isOurs()).execute(),

    /** Gives one back after a failure, to be tried again by the next job. */
    release: (id: number) =>
      db.updateTable('erasures').set(claims.released).where('erasure_id', '=', id).where(claims.isOurs()).execute(),
  };
}

/** The tables `erasures` and `erasure_users`. Moments are the store's. */
export function createErasureStore(options: {
  db: Kysely<Tables>;
  instance: string;
  /** This run of the process. */
  run: string;
  now?: () => number;
}) {
  const { db, instance, run, now } = options;
  const claims = createClaims({ claimant: { instance, run }, claimMs, clock: now });

  return {
    /** The ID of an erasure that is yet to begin. */
    async reserveId(): Promise<number> {
      const { rows } = await sql<{ id: number | string }>`
        SELECT nextval(pg_get_serial_sequence('erasures', 'erasure_id')) AS id`.execute(db);
      return Number(rows[0]?.id);
    },

    /** In the transaction of the caller. Undefined if there is an erasure with this ID. */
    insert: async (
      transaction: Kysely<Tables>,
      erasure: { id: number; bot: string; mode: ErasureMode; createdBy: string | null; users: SealedUsers },
    ): Promise<ErasureRow | undefined> => {
      const { id, bot, mode, createdBy, users } = erasure;
      const { rows } = await sql<ErasureRow>`
        INSERT INTO erasures (erasure_id, bot_key, mode, users, created_by, created_at) OVERRIDING SYSTEM VALUE
        VALUES (${id}, ${bot}, ${mode}, ${users.size}, ${createdBy}, ${claims.now()})
        ON CONFLICT (erasure_id) DO NOTHING
        RETURNING *`.execute(transaction);
      if (rows[0] === undefined) return undefined;
      await transaction
        .insertInto('erasure_users')
        .values([...users].map(([user_hash, user_sealed]) => ({ erasure_id: id, user_hash, user_sealed })))
        .execute();
      return rows[0];
    },
    ...erasureQueries(db),
    ...erasureClaims(db, claims),

    /** Adds to the numbers of the certificate. */
    async count(id: number, places: Readonly<Record<string, number>>): Promise<void> {
      const row = await db.selectFrom('erasures').select('places').where('erasure_id', '=', id).executeTakeFirst();
      if (row === undefined) return;
      const sum = { ...row.places };
      for (const [place, rows] of Object.entries(places)) if (rows > 0) sum[place] = (sum[place] ?? 0) + rows;
      await db
        .updateTable('erasures')
        .set({ places: JSON.stringify(sum) })
        .where('erasure_id', '=', id)
        .execute();
    },

    hide: (id: number) =>
      db
        .updateTable('erasures')
        .set({ state: 'hidden', hidden_at: claims.now(), ...claims.released })
        .where('erasure_id', '=', id)
        .where('state', '=', 'running')
        .execute(),

    /** `purgedAt`: by the event store's clock; null: something was found again. */
    setPurged: (id: number, purgedAt: Date | null) =>
      db.updateTable('erasures').set({ purged_at: purgedAt }).where('erasure_id', '=', id).execute(),

    /** Forgets who they were. In the transaction of the caller. False if another process has done it. */
    async finish(transaction: Kysely<Tables>, id: number, certificate: ErasureCertificate): Promise<boolean> {
      const { numUpdatedRows } = await transaction
        .updateTable('erasures')
        .set({
          state: 'done',
          done_at: certificate.erasure.done_at,
          certificate: JSON.stringify(certificate),
        })
        .where('erasure_id', '=', id)
        .where('state', '=', 'hidden')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await transaction.updateTable('erasure_users').set({ user_sealed: null }).where('erasure_id', '=', id).execute();
      return true;
    },

    async moment(): Promise<Date> {
      const { rows } = await sql<{ at: Date }>`SELECT ${claims.now()} AS at`.execute(db);
      return new Date(rows[0]?.at ?? 0);
    },
  };
}

export type ErasureStore = ReturnType<typeof createErasureStore>;

export function presentErasure(row: ErasureRow, names: ReadonlyMap<string, string>): Erasure {
  return {
    erasure_id: Number(row.erasure_id),
    mode: parseEnum(erasureModes, row.mode, 'erase'),
    users: row.users,
    state: parseEnum(erasureStates, row.state, 'waiting'),
    created_at: new Date(row.created_at).toISOString(),
    hidden_at: toIso(row.hidden_at),
    done_at: toIso(row.done_at),
    created_by: names.get(row.created_by ?? '') ?? null,
  };
}
