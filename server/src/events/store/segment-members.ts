import type { Engine, Parameter } from './engine/engine.ts';

/** Users to be added to a list or removed from it: by number, or those whom a statement with a column `user_id` yields. */
export type MemberSource =
  | { userIds: readonly number[] }
  | { statement: { sql: string; params: Readonly<Record<string, Parameter>> } };

export interface MemberChange {
  segmentId: number;
  source: MemberSource;
  isMember: boolean;
  /** Unix ms: a later change wins. */
  at: number;
}

/** Changes who is in a list, inside the engine: a million users take some seconds. Safe to repeat. */
export async function changeMembers(
  engine: Pick<Engine, 'command'>,
  bot: string,
  { segmentId, source, isMember, at }: MemberChange,
): Promise<void> {
  const own = { member_bot: bot, member_segment: segmentId, member_state: isMember, member_version: at };
  const [users, params] =
    'userIds' in source
      ? ['SELECT arrayJoin({member_ids:Array(Int64)}) AS user_id', { member_ids: source.userIds }]
      : [source.statement.sql, source.statement.params];
  await engine.command(
    `INSERT INTO segment_members (bot, segment_id, user_id, is_member, version)
    SELECT {member_bot:String}, {member_segment:UInt64}, user_id, {member_state:Bool}, {member_version:UInt64}
    FROM (${users})`,
    { ...params, ...own },
  );
}
