import { type SegmentKind, SegmentRules, segmentKinds } from '@botscope/contract';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../platform/metadata/tables.ts';

/** A segment as it is stored. */
export interface StoredSegment {
  id: number;
  name: string;
  kind: SegmentKind;
  rules: SegmentRules;
  createdAt: Date;
  updatedAt: Date;
  count: number | null;
  countedAt: Date | null;
}

export interface NewSegment {
  name: string;
  kind: SegmentKind;
  rules: SegmentRules;
  createdBy: string | null;
}

const columns = ['segment_id', 'name', 'kind', 'rules', 'created_at', 'updated_at', 'users', 'counted_at'] as const;

/** The rows of `segments`; removed ones stay, so that a removal can be undone. */
export function createSegmentStore(db: Kysely<Tables>) {
  const change = (bot: string, id: number) =>
    db.updateTable('segments').where('bot_key', '=', bot).where('segment_id', '=', id);
  const known = (row: Row | undefined): StoredSegment | undefined => (row === undefined ? undefined : toSegment(row));

  return {
    /** The oldest first. */
    async all(bot: string): Promise<StoredSegment[]> {
      const rows = await db
        .selectFrom('segments')
        .select(columns)
        .where('bot_key', '=', bot)
        .where('removed_at', 'is', null)
        .orderBy('segment_id')
        .execute();
      return rows.map(toSegment);
    },

    async insert(bot: string, { name, kind, rules, createdBy }: NewSegment): Promise<StoredSegment> {
      const row = { bot_key: bot, name, kind, rules: JSON.stringify(rules), created_by: createdBy };
      return toSegment(await db.insertInto('segments').values(row).returning(columns).executeTakeFirstOrThrow());
    },

    /** Undefined for one that this bot does not have (any more). */
    async update(bot: string, id: number, to: { name: string; rules: SegmentRules; at: Date }) {
      const changed = change(bot, id)
        .where('removed_at', 'is', null)
        .set({ name: to.name, rules: JSON.stringify(to.rules), updated_at: to.at });
      return known(await changed.returning(columns).executeTakeFirst());
    },

    async setRemoved(bot: string, id: number, at: Date | null): Promise<StoredSegment | undefined> {
      const changed = change(bot, id)
        .where('removed_at', at === null ? 'is not' : 'is', null)
        .set({ removed_at: at });
      return known(await changed.returning(columns).executeTakeFirst());
    },

    async setCount(bot: string, id: number, count: number, at: Date): Promise<StoredSegment | undefined> {
      return known(await change(bot, id).set({ users: count, counted_at: at }).returning(columns).executeTakeFirst());
    },
  };
}

export type SegmentStore = ReturnType<typeof createSegmentStore>;

interface Row {
  segment_id: number | string;
  name: string;
  kind: string;
  rules: unknown;
  created_at: Date;
  updated_at: Date;
  users: number | string | null;
  counted_at: Date | null;
}

/** What was stored was checked by the same schemas. */
const toSegment = (row: Row): StoredSegment => ({
  id: Number(row.segment_id),
  name: row.name,
  kind: z.parse(z.enum(segmentKinds), row.kind),
  rules: z.parse(SegmentRules, row.rules),
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
  count: row.users === null ? null : Number(row.users),
  countedAt: row.counted_at === null ? null : new Date(row.counted_at),
});
