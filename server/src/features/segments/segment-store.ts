import { type SegmentKind, SegmentRules, segmentKinds } from '@botscope/contract';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../platform/metadata/tables.ts';
import { currentVisitor, isOwn, isVisible, mayChange } from '../access/access.ts';

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
  /** False for the demo's own segments, which all of its visitors see. */
  mayChange: boolean;
}

/** The bot that segments belong to. */
export interface SegmentPlace {
  key: string;
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
  const change = ({ key }: SegmentPlace, id: number) =>
    db.updateTable('segments').where('bot_key', '=', key).where('segment_id', '=', id).where(isOwn('segments'));
  const toOptionalSegment = (row: Row | undefined): StoredSegment | undefined =>
    row === undefined ? undefined : toSegment(row);

  return {
    /** The oldest first. */
    async all({ key }: SegmentPlace): Promise<StoredSegment[]> {
      const rows = await db
        .selectFrom('segments')
        .select(columns)
        .where('bot_key', '=', key)
        .where('removed_at', 'is', null)
        .where(isVisible('segments'))
        .orderBy('segment_id')
        .execute();
      return rows.map(toSegment);
    },

    async insert({ key }: SegmentPlace, segment: NewSegment): Promise<StoredSegment> {
      const { name, kind, rules, createdBy, request = null } = segment;
      const ownerFields = {
        bot_key: key,
        visitor: currentVisitor() ?? null,
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
  mayChange: mayChange(row),
});
