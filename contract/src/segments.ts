import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import { SegmentRules } from './segment-rules.ts';
import { UsersSelection } from './users.ts';

/**
 * `dynamic`: the users that the rules select whenever it is used. `list`: users added one by one or from a selection.
 * `snapshot`: the users of a selection at a moment; it never changes.
 */
export const segmentKinds = ['dynamic', 'list', 'snapshot'] as const;
export type SegmentKind = (typeof segmentKinds)[number];

export const maxSegments = 200;

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

export const Segment = z.object({
  segment_id: z.number(),
  name: z.string(),
  kind: z.enum(segmentKinds),
  /** Empty for a list and where `is_hidden`; for a snapshot, the rules that it was made of. */
  rules: SegmentRules,
  /** The last count, and when it was; null before the first. */
  count: z.nullable(z.number()),
  counted_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  /** The asking account may not see what the rules select by; a change without rules keeps them. */
  is_hidden: z.boolean(),
  /** False for what the demo shows to everyone. */
  may_change: z.boolean(),
  /** Segments whose rules name it. */
  used_in: z.array(z.object({ segment_id: z.number(), name: z.string() })),
});
export type Segment = z.output<typeof Segment>;

/** Users by number, or by a selection as the list of users has it. */
export const SegmentMembers = z.union([
  z.object({ user_ids: z.array(z.int().check(z.gte(1))).check(z.minLength(1), z.maxLength(10_000)) }),
  z.object({ selection: UsersSelection }),
]);
export type SegmentMembers = z.output<typeof SegmentMembers>;

const segmentPath = z.extend(botPath, { segment_id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });

export const segmentEndpoints = {
  listSegments: endpoint({
    method: 'GET',
    path: '/bots/{key}/segments',
    access: 'section.users.list',
    params: botPath,
    data: z.array(Segment),
  }),
  /** Counts it now. */
  countSegment: endpoint({
    method: 'POST',
    path: '/bots/{key}/segments/{segment_id}/count',
    access: 'section.users.list',
    heavy: true,
    params: segmentPath,
    data: Segment,
  }),
  /** A list or a snapshot begins with the users of `members`. */
  createSegment: endpoint({
    method: 'POST',
    path: '/bots/{key}/segments',
    access: 'tasker.list.save',
    heavy: true,
    params: botPath,
    body: z.object({
      name,
      kind: z.enum(segmentKinds),
      rules: z.optional(SegmentRules),
      members: z.optional(SegmentMembers),
    }),
    data: Segment,
  }),
  updateSegment: endpoint({
    method: 'POST',
    path: '/bots/{key}/segments/{segment_id}',
    access: 'tasker.list.save',
    heavy: true,
    params: segmentPath,
    body: z.object({ name, rules: z.optional(SegmentRules) }),
    data: Segment,
  }),
  /** Takes it out of all lists; `restoreSegment` undoes it. */
  removeSegment: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/segments/{segment_id}',
    access: 'tasker.list.delete',
    params: segmentPath,
    data: z.object({ removed: z.literal(true) }),
  }),
  restoreSegment: endpoint({
    method: 'POST',
    path: '/bots/{key}/segments/{segment_id}/restore',
    access: 'tasker.list.delete',
    params: segmentPath,
    data: Segment,
  }),
  /** Adds users to a list, or takes them out of it; says how many the list has then. */
  changeMembers: endpoint({
    method: 'POST',
    path: '/bots/{key}/segments/{segment_id}/members',
    access: 'tasker.list.save',
    heavy: true,
    params: segmentPath,
    body: z.object({ action: z.enum(['add', 'remove']), members: SegmentMembers }),
    data: z.object({ count: z.number() }),
  }),
  /** Sizes at the end of some days of the last year, computed from the past. Profiles and fields are today's. */
  segmentHistory: endpoint({
    method: 'GET',
    path: '/bots/{key}/segments/{segment_id}/history',
    access: 'section.users.list',
    heavy: true,
    params: segmentPath,
    data: z.object({
      /** Rising local days, `YYYY-MM-DD`; empty for lists and snapshots. */
      points: z.array(z.object({ day: z.string(), count: z.number() })),
    }),
  }),
  /** Counts the users that two segments have in common. */
  segmentOverlap: endpoint({
    method: 'GET',
    path: '/bots/{key}/segments/{segment_id}/overlap',
    access: 'section.users.list',
    heavy: true,
    params: segmentPath,
    query: z.object({ with: z.string().check(z.regex(/^[0-9]{1,15}$/)) }),
    data: z.object({ one: z.number(), other: z.number(), both: z.number() }),
  }),
};
