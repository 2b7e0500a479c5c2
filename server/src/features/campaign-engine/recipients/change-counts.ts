import { unknownReasons } from '@botscope/contract';
import { type RawBuilder, sql } from 'kysely';

const unknownReasonsSql = sql.join(unknownReasons.map((reason) => sql`${reason}`));

/** The five groups of recipients, as conditions on a status and a reason. */
const groups = {
  delivered: (status: RawBuilder<unknown>) => sql`${status} = 'Done'`,
  not_delivered: (status: RawBuilder<unknown>) => sql`${status} = 'Error'`,
  unknown: (status: RawBuilder<unknown>, reason: RawBuilder<unknown>) =>
    sql`${status} = 'Error' AND ${reason} IN (${unknownReasonsSql})`,
  waiting: (status: RawBuilder<unknown>) => sql`${status} IN ('ForSend', 'In_progress')`,
  cancelled: (status: RawBuilder<unknown>) => sql`${status} = 'Cancel'`,
};
export type CountedGroup = keyof typeof groups;

/** The condition of a group on rows of `campaign_recipients`. */
export const isInGroup = (group: CountedGroup): RawBuilder<boolean> =>
  sql<boolean>`(${groups[group](sql`status`, sql`reason`)})`;

const [previousStatus, wasReason, status, reason] = [sql`was`, sql`was_reason`, sql`status`, sql`reason`];

const difference = (group: CountedGroup) => {
  const [before, after] = [groups[group](previousStatus, wasReason), groups[group](status, reason)];
  return sql`count(*) FILTER (WHERE ${after}) - count(*) FILTER (WHERE ${before}) AS ${sql.ref(group)}`;
};

/**
 * The end of a statement that changes recipients: adds to the counts of their campaigns what has changed. `changes` is a
 * table of the statement with one row for each recipient: campaign_id, was, was_reason, status, reason; null where the row
 * did not exist before, or does not any more.
 */
export const countChanges = (changes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  , change AS (
    SELECT campaign_id, count(status) - count(was) AS total,
      ${sql.join((Object.keys(groups) as CountedGroup[]).map(difference))}
    FROM ${changes} GROUP BY campaign_id
  )
  UPDATE campaigns SET
    total = campaigns.total + change.total,
    delivered = campaigns.delivered + change.delivered,
    not_delivered = campaigns.not_delivered + change.not_delivered,
    unknown = campaigns.unknown + change.unknown,
    waiting = campaigns.waiting + change.waiting,
    cancelled = campaigns.cancelled + change.cancelled
  FROM change WHERE campaigns.campaign_id = change.campaign_id`;
