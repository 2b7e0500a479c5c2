import {
  FieldValue,
  SegmentMembers,
  type UserJobAction,
  type UserJobState,
  userJobActions,
  userJobStates,
} from '@botscope/contract';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Users that are being changed. */
const Batch = z.object({
  /** The last user of the selection that the batch is about; not all are in `ids`. */
  until: z.number(),
  ids: z.array(z.number()),
  /** Version of the values that it writes: a repeated batch writes the same. */
  version: z.number(),
  /** Erasure that it begins: a repeated batch finds it. */
  erasureId: z.optional(z.number()),
  skipped: z.number(),
});
export type Batch = z.output<typeof Batch>;

/** A job as it is stored. */
export interface StoredJob {
  id: number;
  bot: string;
  action: UserJobAction;
  field: string;
  value: FieldValue | null;
  undoOf: number | null;
  members: SegmentMembers | null;
  timeZone: string;
  state: UserJobState;
  total: number;
  done: number;
  failed: number;
  skipped: number;
  problem: string;
  keepsUndo: boolean;
  afterUser: number;
  batch: Batch | null;
  accountKey: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** Parses a row that was stored after a check by the same schemas. */
export const toJob = (row: Selectable<Tables['user_jobs']>): StoredJob => ({
  id: Number(row.job_id),
  bot: row.bot_key,
  action: z.parse(z.enum(userJobActions), row.action),
  field: row.field,
  value: z.parse(z.nullable(FieldValue), row.value),
  undoOf: row.undo_of === null ? null : Number(row.undo_of),
  members: z.parse(z.nullable(SegmentMembers), row.members),
  timeZone: row.time_zone,
  state: z.parse(z.enum(userJobStates), row.state),
  total: Number(row.total),
  done: Number(row.done),
  failed: Number(row.failed),
  skipped: Number(row.skipped),
  problem: row.problem,
  keepsUndo: row.keeps_undo,
  afterUser: Number(row.after_user),
  batch: z.parse(z.nullable(Batch), row.batch),
  accountKey: row.account_key,
  createdAt: new Date(row.created_at),
  endedAt: row.ended_at === null ? null : new Date(row.ended_at),
});
