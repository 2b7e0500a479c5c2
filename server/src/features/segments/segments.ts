import { conditionsOf, everyone, mostSegments, type Segment, type SegmentGroup } from '@botscope/contract';
import type { NamedSegment, SegmentContext, SegmentLookup } from '../../analytics/query/segments/segment-context.ts';
import { compileSegment } from '../../analytics/query/segments/segment-sql.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { MemberSource } from '../../events/store/segment-members.ts';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { createSegmentStore, type NewSegment, type SegmentStore, type StoredSegment } from './segment-store.ts';

export type { NewSegment, StoredSegment } from './segment-store.ts';

/** What conditions of a bot may name. */
export type SegmentsOf = (bot: { key: string }) => Promise<SegmentLookup>;

/** Segments and lists of a bot's users: docs/metrics.md, "Segments". */
export interface Segments {
  /** The oldest first. */
  list(bot: string): Promise<StoredSegment[]>;
  /** @throws AppError NotFound */
  get(bot: string, id: number): Promise<StoredSegment>;
  /** What conditions may name. */
  namedOf(bot: string): Promise<ReadonlyMap<number, NamedSegment>>;
  /** `context` is what the rules are checked against. @throws AppError InvalidField, SegmentCycle, TooManySegments */
  create(bot: string, segment: NewSegment, context: SegmentContext): Promise<StoredSegment>;
  /** @throws AppError NotFound, InvalidField, SegmentCycle */
  update(
    bot: string,
    id: number,
    to: { name: string; rules?: SegmentGroup | undefined },
    context: SegmentContext,
  ): Promise<StoredSegment>;
  /** @throws AppError NotFound, SegmentInUse */
  remove(bot: string, id: number): Promise<StoredSegment>;
  /** @throws AppError NotFound, TooManySegments */
  restore(bot: string, id: number): Promise<StoredSegment>;
  /** Adds users to a list or removes them. @throws AppError NotFound (also for what is no list), StoreUnavailable */
  changeMembers(bot: string, id: number, source: MemberSource, isMember: boolean): Promise<void>;
  /** Fills a new list or snapshot; removes it if that fails. @throws AppError StoreUnavailable */
  fill(bot: string, segment: StoredSegment, source: MemberSource): Promise<void>;
  setCount(bot: string, id: number, count: number): Promise<StoredSegment>;
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
  const get = async (bot: string, id: number) => existing((await rows.all(bot)).find((one) => one.id === id));
  /** One at a time for each bot: two changes at once could make a cycle or one segment too many. */
  const alone = <T>(
    bot: string,
    write: (rows: SegmentStore, all: readonly StoredSegment[]) => Promise<T>,
  ): Promise<T> =>
    metadata.db.transaction().execute(async (transaction) => {
      await lockBot(transaction, bot);
      const inside = createSegmentStore(transaction);
      return write(inside, await inside.all(bot));
    });
  const assertRoom = (all: readonly StoredSegment[]): void => {
    if (all.length >= mostSegments) throw new AppError('TooManySegments');
  };

  return {
    list: (bot) => rows.all(bot),
    get,
    namedOf: async (bot) => namedSegments(await rows.all(bot)),
    create: (bot, segment, context) =>
      alone(bot, async (inside, all) => {
        assertRoom(all);
        compileSegment(segment.rules, { ...context, segments: namedSegments(all) }, 'check');
        return inside.insert(bot, segment);
      }),
    update: (bot, id, { name, rules }, context) =>
      alone(bot, async (inside, all) => {
        const before = existing(all.find((one) => one.id === id));
        const after = before.kind === 'dynamic' && rules ? (rules as StoredSegment['rules']) : before.rules;
        const segments = new Map(namedSegments(all));
        if (before.kind === 'dynamic') segments.set(id, { name, kind: 'dynamic', rules: after });
        const itself = { match: 'all', rules: [{ kind: 'segment', segment_id: id, not: false }] } as const;
        compileSegment(itself, { ...context, segments }, 'check');
        return existing(await inside.update(bot, id, { name, rules: after, at: new Date(now()) }));
      }),
    remove: (bot, id) =>
      alone(bot, async (inside, all) => {
        if (usesOf(all, id).length > 0) throw new AppError('SegmentInUse', { field: 'segment_id' });
        return existing(await inside.setRemoved(bot, id, new Date(now())));
      }),
    restore: (bot, id) =>
      alone(bot, async (inside, all) => {
        assertRoom(all);
        return existing(await inside.setRemoved(bot, id, null));
      }),
    async changeMembers(bot, id, source, isMember) {
      const { kind } = await get(bot, id);
      if (kind !== 'list') throw new AppError('NotFound', { field: 'segment_id' });
      await store.changeMembers(bot, { segmentId: id, source, isMember, at: now() });
    },
    async fill(bot, { id }, source) {
      try {
        await store.changeMembers(bot, { segmentId: id, source, isMember: true, at: now() });
      } catch (error) {
        // An empty list is not what was asked for, and the next attempt makes another one.
        await rows.setRemoved(bot, id, new Date(now())).catch(() => undefined);
        throw error;
      }
    },
    setCount: async (bot, id, count) => existing(await rows.setCount(bot, id, count, new Date(now()))),
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
const usesOf = (all: readonly StoredSegment[], id: number): StoredSegment[] =>
  all.filter(
    ({ kind, rules }) =>
      kind === 'dynamic' && conditionsOf(rules).some((rule) => rule.kind === 'segment' && rule.segment_id === id),
  );

/** As the dashboard gets them. */
export function presentSegments(all: readonly StoredSegment[]): Segment[] {
  return all.map((one) => ({
    segment_id: one.id,
    name: one.name,
    kind: one.kind,
    rules: one.kind === 'list' ? everyone : one.rules,
    count: one.count,
    counted_at: one.countedAt?.toISOString() ?? null,
    created_at: one.createdAt.toISOString(),
    updated_at: one.updatedAt.toISOString(),
    used_in: usesOf(all, one.id).map(({ id, name }) => ({ segment_id: id, name })),
  }));
}
