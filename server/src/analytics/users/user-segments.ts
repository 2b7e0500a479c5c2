import { AppError } from '../../platform/errors.ts';
import { runQuery } from '../query/run-query.ts';
import { type ScopedStatement, scope } from '../query/scope.ts';
import type { SegmentContext } from '../query/segments/segment-context.ts';
import { compileSegment, type SegmentSql } from '../query/segments/segment-sql.ts';
import type { ReportDeps } from '../reports/context.ts';

/** Segments whose rules are one statement: the text for all 200 would be too long for an engine. */
const segmentsOfStatement = 25;

interface UserQuestion {
  bot: string;
  user: number;
  context: SegmentContext;
  signal?: AbortSignal | undefined;
}

/**
 * The ids of the segments that a user is in now. Every statement reads what the stores have of this user alone.
 * Segments whose rules name what the bot does not have any more contain nobody. @throws as `runQuery` does
 */
export async function loadUserSegments(
  { store }: Pick<ReportDeps, 'store'>,
  { bot, user, context, signal }: UserQuestion,
): Promise<ReadonlySet<number>> {
  const { rollup } = context.reading;
  const ask = <Row extends object>(statement: ScopedStatement) =>
    runQuery<Row>(store, statement, { tag: `user-segments/${bot}`, signal });
  const now = scope(bot, context.asOf, context.asOf, undefined, rollup);
  const segmentIds = new Set<number>();

  const lists = [...context.segments].flatMap(([id, { kind }]) => (kind === 'list' ? [id] : []));
  if (lists.length > 0) {
    const statement = now.statement(() => memberOfSql, { user, lists });
    for (const { segment_id } of await ask<{ segment_id: number }>(statement)) segmentIds.add(segment_id);
  }

  const compiled = dynamicSegments({ ...context, users: 'user_id = {user:Int64}' });
  for (let from = 0; from < compiled.length; from += segmentsOfStatement) {
    const part = compiled.slice(from, from + segmentsOfStatement);
    const conditions = part.map(({ sql }) => `toBool(${sql.ofUsersRow})`).join(',\n  ');
    const statement = now.statement(
      ({ users }) => `SELECT [${conditions}] AS is_in\nFROM ${users} AND user_id = {user:Int64}`,
      Object.assign({ user }, ...part.map(({ sql }) => sql.params)),
    );
    const [row] = await ask<{ is_in: boolean[] }>(statement);
    for (const [index, { id }] of part.entries()) if (row?.is_in[index]) segmentIds.add(id);
  }
  return segmentIds;
}

const memberOfSql = `
SELECT segment_id
FROM segment_members FINAL
WHERE bot = {bot:String} AND segment_id IN {lists:Array(UInt64)} AND user_id = {user:Int64} AND is_member`;

function dynamicSegments(context: SegmentContext): { id: number; sql: SegmentSql }[] {
  return [...context.segments].flatMap(([id, { kind }]) => {
    if (kind === 'list') return [];
    try {
      const segmentRule = { match: 'all', rules: [{ kind: 'segment', segment_id: id, not: false }] } as const;
      return [{ id, sql: compileSegment(segmentRule, context, `segment_${id}`) }];
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  });
}
