import { SegmentMembers, type UserJobState, userJobStates } from '@botscope/contract';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../metadata/tables.ts';

/** Users that are being changed. */
const Batch = z.object({
  /** The last user of the selection that the batch is about; not all are in `ids`. */
  until: z.number(),
  ids: z.array(z.number()),
  /** Version or ID that the work has reserved: under it, a repeated batch changes nothing. */
  key: z.number(),
  skipped: z.number(),
});
export type Batch = z.output<typeof Batch>;

/** A job as it is stored. */
export interface StoredJob {
  id: number;
  bot: string;
  /** The campaign whose messages it changes; null: it is about users of the bot. */
  campaignId: number | null;
  /** The kind of work. */
  action: string;
  /** Parameters of the action, as its feature has written them. */
  params: unknown;
  /** The users; null once it has ended, and where the action selects them otherwise. */
  members: SegmentMembers | null;
  undoOf: number | null;
  state: UserJobState;
  total: number;
  done: number;
  /** Sum of `failures`, which are counted by reason. */
  failed: number;
  failures: Readonly<Record<string, number>>;
  skipped: number;
  /** An error code, and more words for it. */
  problem: string;
  problemDescription: string;
  /** All users up to this one are done with, in the order of their IDs. */
  position: number;
  batch: Batch | null;
  accountKey: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** Parses a row that was stored after a check by the same schemas. */
export const toJob = (row: Selectable<Tables['user_jobs']>): StoredJob => ({
  id: Number(row.job_id),
  bot: row.bot_key,
  campaignId: row.campaign_id,
  action: row.action,
  params: row.params,
  members: z.parse(z.nullable(SegmentMembers), row.members),
  undoOf: row.undo_of === null ? null : Number(row.undo_of),
  state: z.parse(z.enum(userJobStates), row.state),
  total: Number(row.total),
  done: Number(row.done),
  failed: Object.values(row.failures).reduce((sum, count) => sum + count, 0),
  failures: row.failures,
  skipped: Number(row.skipped),
  problem: row.problem,
  problemDescription: row.problem_description,
  position: Number(row.position),
  batch: z.parse(z.nullable(Batch), row.batch),
  accountKey: row.account_key,
  createdAt: new Date(row.created_at),
  endedAt: row.ended_at === null ? null : new Date(row.ended_at),
});
