import { type Condition, parseSegmentId, type SegmentCondition } from '@botscope/contract';
import type { Parameter } from '../../events/store/event-store.ts';
import { usersTable } from '../../events/store/user-rebuilds.ts';
import { AppError } from '../../platform/errors.ts';
import { attributedUsersSql, sourcedUsersSql } from './attribution.sql.ts';
import { type AttributionSettings, type StretchSql, valueSql } from './dimensions.ts';
import type { SegmentContext } from './segments/segment-context.ts';
import { compileSegment } from './segments/segment-sql.ts';

/** The users and actions that a filter selects, as conditions to be put into the texts of `Sources`. */
export interface FilterSql {
  /** On a row of `users`. */
  readonly ofUsersRow: string;
  /** On the `user_id` of any table. */
  readonly ofUser: string;
  /** For a row of `events` that is an action: its chat type and its user. */
  readonly ofAction: string;
  readonly params: Readonly<Record<string, Parameter>>;
  /** They are few: to look at the user first is cheaper than to look at what they did. */
  readonly isOfFew?: true;
}

/** Term of a filter: a condition, or everything that it does not select, hidden senders among it. */
export interface FilterTerm extends Condition {
  /** The rest of a breakdown: whatever is outside the values. Not to be mixed with `not`, which speaks of users. */
  isComplement?: boolean;
}
export type FilterTerms = readonly (readonly FilterTerm[])[];

/** A condition in words of SQL, for each kind of row that it may be put to. */
interface TermSql {
  /** On a row of `users`. */
  ofUsersRow: string;
  /** On a row of `events` whose users are looked up already; undefined: there is nothing but the user to look at. */
  ofAction?: string;
  isComplement: boolean;
  params: Record<string, Parameter>;
}

const moment = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

/** A filter speaks of the page's period, however a statement moves or narrows its own. */
const ownStretch: StretchSql = { start: moment('filter_start'), end: moment('filter_end') };

type UsersWhere = (condition: string) => string;

/**
 * Compiles a filter about the period from `start` to `end` (Unix ms, exclusive). Undefined for the empty one, which
 * selects everyone: statements are then the same as without filters. `segments` is asked for where a condition names one;
 * throws InvalidFilter for one that the bot does not have.
 */
export function compileFilter(
  filter: FilterTerms,
  { start, end }: { start: number; end: number },
  reading: AttributionSettings,
  segments?: () => SegmentContext,
): FilterSql | undefined {
  const groups = eachOnce(filter.map((group) => eachOnce(group))).filter((group) => group.length > 0);
  if (groups.length === 0) return undefined;
  let count = 0;
  const terms = groups.map((group) =>
    group.map((condition) => {
      count += 1;
      return compileTerm(condition, reading, `filter_${count}`, segments);
    }),
  );
  const all = terms.flat();
  const table = usersTable(reading.rollup?.usersToRebuild ?? []);
  const usersWhere: UsersWhere = (condition) =>
    `user_id IN (SELECT user_id FROM ${table} WHERE bot = {bot:String} AND ${condition})`;
  return {
    ofUsersRow: joinGroups(terms.map((group) => group.map((term) => toCondition(term, term.ofUsersRow)))),
    ofUser: joinGroups(terms.map((group) => ofUsersRow(group, usersWhere))),
    ofAction: joinGroups(terms.map((group) => ofActions(group, usersWhere))),
    params: Object.assign({ filter_start: start, filter_end: end }, ...all.map((term) => term.params)),
  };
}

/** Removes duplicates: they make every statement longer, and planning a condition on sources takes milliseconds. */
const eachOnce = <One>(all: readonly One[]): One[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
];

/** Conditions of the user in one look at `users`, rests each by itself: they hold for those who are not in there too. */
function ofUsersRow(group: readonly TermSql[], usersWhere: UsersWhere): string[] {
  const plainTerms = group.filter((term) => !term.isComplement);
  return [
    ...(plainTerms.length > 0 ? [usersWhere(plainTerms.map((term) => term.ofUsersRow).join(' AND '))] : []),
    ...group.filter((term) => term.isComplement).map((term) => toCondition(term, usersWhere(term.ofUsersRow))),
  ];
}

function ofActions(group: readonly TermSql[], usersWhere: UsersWhere): string[] {
  const actionConditions = group.flatMap((term) =>
    term.ofAction === undefined ? [] : [toCondition(term, term.ofAction)],
  );
  const otherTerms = group.filter((term) => term.ofAction === undefined);
  return [...actionConditions, ...ofUsersRow(otherTerms, usersWhere)];
}

const toCondition = ({ isComplement }: TermSql, condition: string): string =>
  isComplement ? `NOT (${condition})` : condition;

function joinGroups(groups: readonly (readonly string[])[]): string {
  const each = groups.map((group) => group.join(' AND '));
  return each.length === 1 ? each.join() : `(${each.map((group) => `(${group})`).join(' OR ')})`;
}

function compileTerm(
  { dimension, not, values, isComplement = false }: FilterTerm,
  reading: AttributionSettings,
  name: string,
  segments: (() => SegmentContext) | undefined,
): TermSql {
  if (dimension === 'segment') return segmentTerm({ not, values, isComplement }, name, segments?.());
  const read = valueSql(dimension, reading, ownStretch, name);
  const params = { ...read.params, [name]: values };
  const inValuesSql = (value: string, isNot = not): string =>
    `${value} ${isNot ? 'NOT IN' : 'IN'} {${name}:Array(String)}`;
  if (read.of === 'user') return { ofUsersRow: inValuesSql(read.value), isComplement, params };
  if (read.of === 'launches') {
    const withNone = values.includes('') !== not;
    const users = `SELECT user_id FROM (${withNone ? attributedUsersSql(read.attribution) : sourcedUsersSql(read.attribution)}) WHERE ${inValuesSql('value')}`;
    return { ofUsersRow: `user_id IN (${users})`, isComplement, params };
  }
  const actors = (condition: string): string => `SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND ${condition}
    WHERE bot = {bot:String} AND time >= ${ownStretch.start} AND time < ${ownStretch.end}`;
  if (dimension === 'chat_type') {
    const ofAction = inValuesSql(read.value);
    return { ofUsersRow: `user_id IN (${actors(ofAction)})`, ofAction, isComplement, params };
  }
  // A user who used none of the commands may have used others: `not` is about the user, not about one action.
  const users = actors(`${read.isOne ?? 'true'} AND ${inValuesSql(read.value, false)}`);
  return { ofUsersRow: `user_id ${not ? 'NOT IN' : 'IN'} (${users})`, isComplement, params };
}

/** The users of any of some segments, or of none of them: as the segments are now, whatever the period. */
function segmentTerm(
  { not, values, isComplement }: { not: boolean; values: readonly string[]; isComplement: boolean },
  name: string,
  context: SegmentContext | undefined,
): TermSql {
  const rules = values.map((value): SegmentCondition => {
    const id = parseSegmentId(value);
    if (id === null || !context?.segments.has(id)) throw new AppError('InvalidFilter', { field: 'filter' });
    return { kind: 'segment', segment_id: id, not: false };
  });
  const { ofUsersRow, params } = context
    ? compileSegment({ match: 'any', rules }, context, name)
    : { ofUsersRow: 'true', params: {} };
  return { ofUsersRow: not ? `NOT (${ofUsersRow})` : `(${ofUsersRow})`, isComplement, params: { ...params } };
}
