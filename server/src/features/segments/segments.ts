import { everyone, listConditions, maxSegments, type Segment, type SegmentGroup } from '@botscope/contract';
import type { Transaction } from 'kysely';
import type { NamedSegment, SegmentContext, SegmentLookup } from '../../analytics/query/segments/segment-context.ts';
import { compileSegment } from '../../analytics/query/segments/segment-sql.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { MemberSource } from '../../events/store/segment-members.ts';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { assertRoomForVisitor, currentVisitor } from '../access/access.ts';
import {
  createSegmentStore,
  type NewSegment,
  type SegmentPlace,
  type SegmentStore,
  type StoredSegment,
} from './segment-store.ts';

export type { NewSegment, SegmentPlace, StoredSegment } from './segment-store.ts';

/** Loads the segments and fields that conditions of a bot may name. */
export type SegmentsOf = (bot: SegmentPlace) => Promise<SegmentLookup>;

/** Segments and lists of a bot's users: docs/metrics.md, "Segments". */
export interface Segments {
  /** The oldest first. */
  list(place: SegmentPlace): Promise<StoredSegment[]>;
  /** @throws AppError NotFound */
  get(place: SegmentPlace, id: number): Promise<StoredSegment>;
  /** Segments that conditions may name, by ID. */
  namedOf(place: SegmentPlace): Promise<ReadonlyMap<number, NamedSegment>>;
  /** `context` is what the rules are checked against. @throws AppError InvalidField, SegmentCycle, TooManySegments */
  create(place: SegmentPlace, segment: NewSegment, context: SegmentContext): Promise<StoredSegment>;
  /** Finds what a request of the public API has created; null if the request failed before. */
  createdBy(bot: string, request: string): Promise<StoredSegment | null>;
  /** An empty list. @throws AppError TooManySegments */
  createList(place: SegmentPlace, list: Pick<NewSegment, 'name' | 'createdBy' | 'request'>): Promise<StoredSegment>;
  /** @throws AppError NotFound, InvalidField, SegmentCycle */
  update(
    place: SegmentPlace,
    id: number,
    to: { name: string; rules?: SegmentGroup | undefined },
    context: SegmentContext,
  ): Promise<StoredSegment>;
  /** @throws AppError NotFound, SegmentInUse */
  remove(place: SegmentPlace, id: number): Promise<StoredSegment>;
  /** @throws AppError NotFound, TooManySegments */
  restore(place: SegmentPlace, id: number): Promise<StoredSegment>;
  /** Adds users to a list or removes them. @throws AppError NotFound (also for what is no list), StoreUnavailable */
  changeMembers(place: SegmentPlace, id: number, source: MemberSource, isMember: boolean): Promise<void>;
  /** Fills a new list or snapshot; removes it if that fails. @throws AppError StoreUnavailable */
  fill(place: SegmentPlace, segment: StoredSegment, source: MemberSource): Promise<void>;
  setCount(place: SegmentPlace, id: number, count: number): Promise<StoredSegment>;
}

export function createSegments(deps: {
  metadata: Pick<Metadata, 'db'>;
  store: Pick<EventStore, 'changeMembers'>;
  now?: () => number;
}): Segments {
  const { metadata, store } = deps;
  const now = deps.now ?? Date.now;
  const rows = createSegmentStore(metadata.db);
  const existing = (segment: StoredSegment | undefined): StoredSegment => {
    if (segment === undefined) throw new AppError('NotFound', { field: 'segment_id' });
    return segment;
  };
  const get = async (place: SegmentPlace, id: number) => existing((await rows.all(place)).find((one) => one.id === id));
  /** One at a time for each bot: two changes at once could make a cycle or one segment too many. */
  const withBotLock = <T>(
    place: SegmentPlace,
    write: (rows: SegmentStore, all: readonly StoredSegment[], transaction: Transaction<Tables>) => Promise<T>,
  ): Promise<T> =>
    metadata.db.transaction().execute(async (transaction) => {
      await lockBot(transaction, place.key);
      const inside = createSegmentStore(transaction);
      return write(inside, await inside.all(place), transaction);
    });
  const assertRoom = async (
    transaction: Transaction<Tables>,
    { key }: SegmentPlace,
    all: readonly StoredSegment[],
  ): Promise<void> => {
    if (currentVisitor() !== undefined) await assertRoomForVisitor(transaction, 'segments', key);
    else if (all.length >= maxSegments) throw new AppError('TooManySegments');
  };

  return {
    list: (place) => rows.all(place),
    get,
    namedOf: async (place) => namedSegments(await rows.all(place)),
    create: (place, segment, context) =>
      withBotLock(place, async (inside, all, transaction) => {
        await assertRoom(transaction, place, all);
        compileSegment(segment.rules, { ...context, segments: namedSegments(all) }, 'check');
        return inside.insert(place, segment);
      }),
    createdBy: async (bot, request) => (await rows.createdBy(bot, request)) ?? null,
    createList: (place, list) =>
      withBotLock(place, async (inside, all, transaction) => {
        await assertRoom(transaction, place, all);
        return inside.insert(place, { ...list, kind: 'list', rules: everyone });
      }),
    update: (place, id, { name, rules }, context) =>
      withBotLock(place, async (inside, all) => {
        const before = existing(all.find((one) => one.id === id));
        const after = before.kind === 'dynamic' && rules ? (rules as StoredSegment['rules']) : before.rules;
        const segments = new Map(namedSegments(all));
        if (before.kind === 'dynamic') segments.set(id, { name, kind: 'dynamic', rules: after });
        const selfReference = { match: 'all', rules: [{ kind: 'segment', segment_id: id, not: false }] } as const;
        compileSegment(selfReference, { ...context, segments }, 'check');
        return existing(await inside.update(place, id, { name, rules: after, at: new Date(now()) }));
      }),
    remove: (place, id) =>
      withBotLock(place, async (inside, all) => {
        existing(all.find((one) => one.id === id));
        if (findUses(all, id).length > 0) throw new AppError('SegmentInUse', { field: 'segment_id' });
        return existing(await inside.setRemoved(place, id, new Date(now())));
      }),
    restore: (place, id) =>
      withBotLock(place, async (inside, all, transaction) => {
        await assertRoom(transaction, place, all);
        return existing(await inside.setRemoved(place, id, null));
      }),
    async changeMembers(place, id, source, isMember) {
      const segment = await get(place, id);
      if (segment.kind !== 'list') throw new AppError('NotFound', { field: 'segment_id' });
      await store.changeMembers(place.key, { segmentId: id, source, isMember, at: now() });
    },
    async fill(place, { id }, source) {
      try {
        await store.changeMembers(place.key, { segmentId: id, source, isMember: true, at: now() });
      } catch (error) {
        // An empty list is not what was asked for, and the next attempt makes another one.
        await rows.setRemoved(place, id, new Date(now())).catch(() => undefined);
        throw error;
      }
    },
    setCount: async (place, id, count) => existing(await rows.setCount(place, id, count, new Date(now()))),
  };
}

const namedSegments = (all: readonly StoredSegment[]): ReadonlyMap<number, NamedSegment> =>
  new Map(
    all.map(({ id, name, kind, rules }) => [
      id,
      kind === 'dynamic' ? { name, kind, rules } : { name, kind: 'list' as const },
    ]),
  );

/** The segments whose own rules name another one. */
const findUses = (all: readonly StoredSegment[], id: number): StoredSegment[] =>
  all.filter(
    ({ kind, rules }) =>
      kind === 'dynamic' && listConditions(rules).some((rule) => rule.kind === 'segment' && rule.segment_id === id),
  );

/** As the dashboard gets them; a rule whose values the reader may not see is neither shown nor changed. */
export function presentSegments(
  all: readonly StoredSegment[],
  showsRules: (rules: SegmentGroup) => boolean,
): Segment[] {
  return all.map((one) => ({
    segment_id: one.id,
    name: one.name,
    kind: one.kind,
    rules: one.kind === 'list' || !showsRules(one.rules) ? everyone : one.rules,
    count: one.count,
    counted_at: one.countedAt?.toISOString() ?? null,
    created_at: one.createdAt.toISOString(),
    updated_at: one.updatedAt.toISOString(),
    is_hidden: !showsRules(one.rules),
    may_change: one.mayChange,
    used_in: findUses(all, one.id).map(({ id, name }) => ({ segment_id: id, name })),
  }));
}
