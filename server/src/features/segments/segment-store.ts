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
  /** Visitor of the demo who saved it. */
  visitor: string | null;
}

/** A bot, and who looks at it if it is the demo: they see everyone's segments and their own, and change their own. */
export interface SegmentPlace {
  key: string;
  visitor?: string | undefined;
}

export interface NewSegment {
  name: string;
  kind: SegmentKind;
  rules: SegmentRules;
  createdBy: string | null;
  /** Request of the public API, by which `createdBy` finds the list. */
  request?: string;
}

const columns = [
  'segment_id',
  'name',
  'kind',
  'rules',
  'created_at',
  'updated_at',
  'users',
  'counted_at',
  'visitor',
] as const;

/** The rows of `segments`; removed ones stay, so that a removal can be undone. */
export function createSegmentStore(db: Kysely<Tables>) {
  const change = ({ key, visitor }: SegmentPlace, id: number) =>
    db
      .updateTable('segments')
      .where('bot_key', '=', key)
      .where('segment_id', '=', id)
      .where('visitor', visitor === undefined ? 'is' : '=', visitor ?? null);
  const toOptionalSegment = (row: Row | undefined): StoredSegment | undefined =>
    row === undefined ? undefined : toSegment(row);

  return {
    /** The oldest first. */
    async all({ key, visitor }: SegmentPlace): Promise<StoredSegment[]> {
      const rows = await db
        .selectFrom('segments')
        .select(columns)
        .where('bot_key', '=', key)
        .where('removed_at', 'is', null)
        .where((eb) =>
          eb.or([eb('visitor', 'is', null), ...(visitor === undefined ? [] : [eb('visitor', '=', visitor)])]),
        )
        .orderBy('segment_id')
        .execute();
      return rows.map(toSegment);
    },

    async insert({ key, visitor }: SegmentPlace, segment: NewSegment): Promise<StoredSegment> {
      const { name, kind, rules, createdBy, request = null } = segment;
      const ownerFields = {
        bot_key: key,
        visitor: visitor ?? null,
        created_by: createdBy,
        created_by_request: request,
      };
      const row = { ...ownerFields, name, kind, rules: JSON.stringify(rules) };
      return toSegment(await db.insertInto('segments').values(row).returning(columns).executeTakeFirstOrThrow());
    },

    async createdBy(key: string, request: string): Promise<StoredSegment | undefined> {
      const rows = db.selectFrom('segments').select(columns).where('bot_key', '=', key);
      return toOptionalSegment(await rows.where('created_by_request', '=', request).executeTakeFirst());
    },

    /** Undefined for one that this bot does not have (any more). */
    async update(place: SegmentPlace, id: number, to: { name: string; rules: SegmentRules; at: Date }) {
      const updateQuery = change(place, id)
        .where('removed_at', 'is', null)
        .set({ name: to.name, rules: JSON.stringify(to.rules), updated_at: to.at });
      return toOptionalSegment(await updateQuery.returning(columns).executeTakeFirst());
    },

    async setRemoved(place: SegmentPlace, id: number, removedAt: Date | null): Promise<StoredSegment | undefined> {
      const updateQuery = change(place, id)
        .where('removed_at', removedAt === null ? 'is not' : 'is', null)
        .set({ removed_at: removedAt });
      return toOptionalSegment(await updateQuery.returning(columns).executeTakeFirst());
    },

    /** By anyone who sees it. */
    async setCount(
      { key }: SegmentPlace,
      id: number,
      count: number,
      countedAt: Date,
    ): Promise<StoredSegment | undefined> {
      const updateQuery = db.updateTable('segments').where('bot_key', '=', key).where('segment_id', '=', id);
      return toOptionalSegment(
        await updateQuery.set({ users: count, counted_at: countedAt }).returning(columns).executeTakeFirst(),
      );
    },

    /** Segments that visitors of the demo keep, of all of them. */
    async ofVisitors(key: string): Promise<number> {
      const { count } = await db
        .selectFrom('segments')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('bot_key', '=', key)
        .where('visitor', 'is not', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Deletes what visitors of the demo saved before then. @returns how many */
    async forgetVisitors(before: Date): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('segments')
        .where('visitor', 'is not', null)
        .where('created_at', '<', before)
        .executeTakeFirst();
      return Number(numDeletedRows);
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
  visitor: string | null;
}

/** Parses a row that was stored after a check by the same schemas. */
const toSegment = (row: Row): StoredSegment => ({
  id: Number(row.segment_id),
  name: row.name,
  kind: z.parse(z.enum(segmentKinds), row.kind),
  rules: z.parse(SegmentRules, row.rules),
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
  count: row.users === null ? null : Number(row.users),
  countedAt: row.counted_at === null ? null : new Date(row.counted_at),
  visitor: row.visitor,
});
