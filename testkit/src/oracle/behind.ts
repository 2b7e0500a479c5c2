import type { ReportUser } from '@botscope/contract';
import { attributed } from './attribution.ts';
import type { Span } from './calendar.ts';
import type { Delivery } from './deliveries.ts';
import { firstContacts } from './fact-sets.ts';
import { lookerAt } from './look.ts';
import { type Look, type Question, sourceParameterOf } from './question.ts';
import { getReport } from './reports.ts';
import { newestProfiles } from './users.ts';
import { usersInRow } from './users-of-rows.ts';

/** Reference to a number: of a line's bucket or total, or of a row's column. */
export interface CellRef {
  line: string;
  bucket?: number;
  column?: string;
}

/** The users behind a number, those seen last first, equals by their id; null where the number has none. */
export function usersBehind(deliveries: readonly Delivery[], question: Question, cell: CellRef): ReportUser[] | null {
  const days = { from: question.from, to: question.to, zone: question.zone };
  const look = lookerAt(deliveries, question)(days, question.filter);
  const span = cell.bucket === undefined ? look.span : look.buckets[cell.bucket];
  if (span === undefined) return null;
  const ids =
    cell.column === undefined
      ? (getReport(question.type).users?.(look, span, cell.line) ?? null)
      : usersInRow(look, cell.line, cell.column);
  return ids === null ? null : buildRows(look, ids);
}

/** Lists users; their times are of their whole life with the bot, their source as of the period's end. */
function buildRows(look: Look, ids: ReadonlySet<number>): ReportUser[] {
  const firsts = firstContacts(look.facts);
  const profiles = newestProfiles(look.facts);
  const rows = [...ids].flatMap((userId) => {
    const [profile, first] = [profiles.get(userId), firsts.get(userId)];
    if (profile === undefined || first === undefined) return [];
    const contactTimes = look.facts.filter((fact) => fact.userId === userId && fact.isContact).map(({ time }) => time);
    return [{ userId, profile, first, last: Math.max(...contactTimes) }];
  });
  return rows
    .sort((a, b) => b.last - a.last || a.userId - b.userId)
    .map(({ userId, profile: { firstName, lastName, username, language, isPremium }, first, last }) => ({
      user_id: userId,
      first_name: firstName,
      last_name: lastName,
      username,
      language,
      is_premium: isPremium,
      source: findSource(look, userId, look.span),
      first_time: new Date(first).toISOString(),
      last_time: new Date(last).toISOString(),
    }));
}

function findSource({ facts, question }: Look, userId: number, { end }: Span): string {
  const parameter = sourceParameterOf(question);
  return attributed(facts, { userId, parameter, before: end }, { ...question, model: 'first' });
}
