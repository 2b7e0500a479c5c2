import { type UnsubscribeReasonFilter, unsubscribeReasonFilters } from '@botscope/contract';
import type { Engine, Parameter } from './engine/engine.ts';

/** ID of the list of users who unsubscribed from mailings for a reason: beyond those of segments and automations. */
export const unsubscribedSegmentId = (reason: UnsubscribeReasonFilter): number =>
  2 ** 41 + unsubscribeReasonFilters.indexOf(reason);

/** Users to be added to a list or removed from it: by id, or the rows of a statement with a column `user_id`. */
export type MemberSource =
  | { userIds: readonly number[] }
  | { statement: { sql: string; params: Readonly<Record<string, Parameter>> } };

export interface MemberChange {
  segmentId: number;
  source: MemberSource;
  isMember: boolean;
  /** Unix ms: a later change wins. A list: of each of `userIds`. */
  at: number | readonly number[];
}

/** Changes who is in a list, inside the engine: a million users take some seconds. Safe to repeat. */
export async function changeMembers(
  engine: Pick<Engine, 'command'>,
  bot: string,
  { segmentId, source, isMember, at }: MemberChange,
): Promise<void> {
  const memberParams = { member_bot: bot, member_segment: segmentId, member_state: isMember };
  const [users, params] = compileUsers(source, at);
  await engine.command(
    `INSERT INTO segment_members (bot, segment_id, user_id, is_member, version)
    SELECT {member_bot:String}, {member_segment:UInt64}, user_id, {member_state:Bool}, version
    FROM (${users})`,
    { ...params, ...memberParams },
  );
}

/** A statement with the columns `user_id` and `version`. */
function compileUsers(
  source: MemberSource,
  changedAt: MemberChange['at'],
): [string, Readonly<Record<string, Parameter>>] {
  if (typeof changedAt !== 'number' && 'userIds' in source) {
    const pairs = 'SELECT arrayJoin(arrayZip({member_ids:Array(Int64)}, {member_versions:Array(UInt64)})) AS pair';
    return [
      `SELECT pair.1 AS user_id, pair.2 AS version FROM (${pairs})`,
      { member_ids: source.userIds, member_versions: changedAt },
    ];
  }
  const version = { member_version: typeof changedAt === 'number' ? changedAt : Math.max(0, ...changedAt) };
  const [users, params] =
    'userIds' in source
      ? ['SELECT arrayJoin({member_ids:Array(Int64)}) AS user_id', { member_ids: source.userIds }]
      : [source.statement.sql, source.statement.params];
  return [`SELECT user_id, {member_version:UInt64} AS version FROM (${users})`, { ...params, ...version }];
}
