import {
  api,
  type Bot,
  type Segment,
  type SegmentKind,
  type SegmentMembers,
  type SegmentRules,
  segmentKinds,
} from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import { may } from '../../../platform/session/bot-data.ts';

/** Visitors of the demo keep rules, no lists. */
export const listSegmentKinds = (bot: Bot): readonly SegmentKind[] => (bot.is_demo ? ['dynamic'] : segmentKinds);
export const mayKeepLists = (bot: Bot): boolean => may(bot, 'tasker.list.save') && !bot.is_demo;

/** All segments of a bot, the oldest first, with their last counts. */
export const segmentsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'segments'],
    queryFn: ({ signal }) => call(api.listSegments, { params: { key }, signal }),
  });

/** Loads the segments that one user is in now. */
export const userSegmentsQuery = (key: string, userId: number) =>
  queryOptions({
    queryKey: ['bots', key, 'users', userId, 'segments'],
    queryFn: ({ signal }) => call(api.userSegments, { params: { key, user_id: String(userId) }, signal }),
  });

/** Loads the size of a segment at the end of days of the last year. */
export const historyQuery = (key: string, { segment_id, updated_at }: Segment) =>
  queryOptions({
    // Other rules have another past.
    queryKey: ['bots', key, 'segment-history', segment_id, updated_at],
    queryFn: ({ signal }) => call(api.segmentHistory, { params: { key, segment_id: String(segment_id) }, signal }),
    staleTime: 300_000,
  });

export const overlapQuery = (key: string, one: Segment, other: Segment) =>
  queryOptions({
    queryKey: ['bots', key, 'segment-overlap', one.segment_id, one.updated_at, other.segment_id, other.updated_at],
    queryFn: ({ signal }) =>
      call(api.segmentOverlap, {
        params: { key, segment_id: String(one.segment_id) },
        query: { with: String(other.segment_id) },
        signal,
      }),
  });

export interface NewSegment {
  name: string;
  kind: SegmentKind;
  rules?: SegmentRules;
  members?: SegmentMembers;
}

/** @throws ApiError */
export async function createSegment(key: string, segment: NewSegment): Promise<Segment> {
  return keep(key, await call(api.createSegment, { params: { key }, body: segment }));
}

/** @throws ApiError */
export async function updateSegment(key: string, id: number, to: { name: string; rules?: SegmentRules }) {
  return keep(key, await call(api.updateSegment, { params: { key, segment_id: String(id) }, body: to }));
}

/** Counts it now. @throws ApiError */
export async function countSegment(key: string, id: number): Promise<Segment> {
  return keep(key, await call(api.countSegment, { params: { key, segment_id: String(id) } }));
}

/** Takes it out of all lists; `restoreSegment` takes it back. @throws ApiError, such as SegmentInUse */
export async function removeSegment(key: string, id: number): Promise<void> {
  await call(api.removeSegment, { params: { key, segment_id: String(id) } });
  await change(key, (segments) => segments.filter(({ segment_id }) => segment_id !== id));
}

/** @throws ApiError */
export async function restoreSegment(key: string, id: number): Promise<void> {
  await keep(key, await call(api.restoreSegment, { params: { key, segment_id: String(id) } }));
}

/** Adds users to a list or takes them out. @returns how many it has then. @throws ApiError */
export async function changeMembers(key: string, id: number, action: 'add' | 'remove', members: SegmentMembers) {
  const { count } = await call(api.changeMembers, {
    params: { key, segment_id: String(id) },
    body: { action, members },
  });
  await queryClient.invalidateQueries({ queryKey: segmentsQuery(key).queryKey });
  await forgetAnswers(key);
  return count;
}

async function keep(key: string, segment: Segment): Promise<Segment> {
  await change(key, (segments) => [...segments.filter(({ segment_id }) => segment_id !== segment.segment_id), segment]);
  return segment;
}

async function change(key: string, write: (segments: Segment[]) => Segment[]): Promise<void> {
  const { queryKey } = segmentsQuery(key);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (segments) => segments && write(segments).sort((one, other) => one.segment_id - other.segment_id),
  );
  // `used_in` of other segments may have changed too.
  await queryClient.invalidateQueries({ queryKey });
  await forgetAnswers(key);
}

/** Lists and counts of users that name a segment may be others now. */
const forgetAnswers = (key: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['bots', key, 'users'] });
