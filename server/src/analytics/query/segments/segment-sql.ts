import { isGroup, type SegmentCondition, type SegmentGroup, type SegmentRule } from '@botscope/contract';
import type { Parameter } from '../../../events/store/event-store.ts';
import { AppError } from '../../../platform/errors.ts';
import { compileEventRule, compileSeenEarlier, type EventSet } from './event-rules.ts';
import { eventSetSql } from './event-sets.sql.ts';
import { fieldCondition } from './field-conditions.ts';
import { alsoUsers, type Bindings, createBindings, type SegmentContext } from './segment-context.ts';
import { propertyCondition, seenCondition, shareCondition, sourceCondition } from './user-conditions.ts';

/** The users that rules select. */
export interface SegmentSql {
  /** A condition on a row of `users`. */
  ofUsersRow: string;
  params: Readonly<Record<string, Parameter>>;
}

/** Segments within segments: more would be a statement that no engine likes. */
const maxSegments = 20;

/** A rule in SQL. `row`: a condition on a row of `users`. `set`: one on what a table has of a user. */
type Node = { sort: 'row'; sql: string } | (EventSet & { sort: 'set' });

/**
 * Compiles rules. Names of parameters begin with `prefix`.
 * @throws AppError InvalidField (`rules`) for what the bot does not have: a field, a target, a segment; SegmentCycle
 */
export function compileSegment(rules: SegmentGroup, context: SegmentContext, prefix: string): SegmentSql {
  const bindings = createBindings(prefix);
  const compiler = createCompiler(context, bindings);
  return { ofUsersRow: compiler.rowSql(rules), params: bindings.params };
}

function createCompiler(context: SegmentContext, bindings: Bindings) {
  const { reading } = context;
  const path: number[] = [];
  let segments = 0;

  function rowSql(rule: SegmentRule): string {
    return toRow(compile(rule));
  }

  function compile(rule: SegmentRule): Node {
    return isGroup(rule) ? compileGroup(rule) : compileCondition(rule);
  }

  /** Conditions about one table become one look at it. */
  function compileGroup({ match, rules }: SegmentGroup): Node {
    const nodes = rules.map(compile);
    const rows = nodes.filter((node) => node.sort === 'row');
    const sets = nodes.filter((node) => node.sort === 'set');
    const tables = [...new Set(sets.map(({ table }) => table))];
    const mergedNodes = tables.map((table): Node => {
      const tableNodes = sets.filter((node) => node.table === table);
      const truths = tableNodes.map((node) => node.holdsWithoutRows);
      return {
        sort: 'set',
        table,
        having: join(
          match,
          tableNodes.map(({ having }) => having),
        ),
        holdsWithoutRows: match === 'all' ? truths.every(Boolean) : truths.some(Boolean),
        parts: tableNodes.flatMap(({ parts }) => parts),
      };
    });
    const [singleNode] = mergedNodes;
    if (rows.length === 0 && mergedNodes.length === 1 && singleNode) return singleNode;
    return { sort: 'row', sql: join(match, [...rows, ...mergedNodes].map(toRow)) };
  }

  function toRow(node: Node): string {
    if (node.sort === 'row') return node.sql;
    const from = eventSetSql(node.table, node.parts, { bindings, rollup: reading.rollup, users: context.users });
    const [operator, having] = node.holdsWithoutRows ? ['NOT IN', `NOT (${node.having})`] : ['IN', node.having];
    return `user_id ${operator} (
    SELECT user_id FROM ${from}
    HAVING ${having})`;
  }

  function compileCondition(condition: SegmentCondition): Node {
    switch (condition.kind) {
      case 'property':
        return row(propertyCondition(condition, bindings, context));
      case 'seen':
        return condition.seen === 'first' || context.isNow
          ? row(seenCondition(condition, bindings, context))
          : setNode(compileSeenEarlier(condition, bindings, context));
      case 'source':
        return row(sourceCondition(condition, bindings, context));
      case 'field':
        return row(fieldCondition(condition, bindings, context));
      case 'share':
        return row(shareCondition(condition, bindings));
      case 'segment':
        return compileNestedSegment(condition);
      case 'event':
        return setNode(compileEventRule(condition, bindings, context));
    }
  }

  function compileNestedSegment({ segment_id, not }: Extract<SegmentCondition, { kind: 'segment' }>): Node {
    const segment = context.segments.get(segment_id);
    if (segment === undefined) throw new AppError('InvalidField', { field: 'rules' });
    if (path.includes(segment_id)) throw new AppError('SegmentCycle', { field: 'rules' });
    segments += 1;
    if (segments > maxSegments) throw new AppError('QueryTooHeavy');
    if (segment.kind === 'list') {
      const id = bindings.bind(segment_id, 'UInt64');
      return row(`user_id ${not ? 'NOT IN' : 'IN'} (
    SELECT user_id FROM segment_members FINAL
    WHERE bot = {bot:String} AND segment_id = ${id} AND is_member${alsoUsers(context)})`);
    }
    path.push(segment_id);
    const inner = rowSql(segment.rules);
    path.pop();
    return row(not ? `NOT (${inner})` : inner);
  }

  return { rowSql };
}

const setNode = (set: EventSet): Node => ({ sort: 'set', ...set });

const row = (sql: string): Node => ({ sort: 'row', sql });

/** Everyone is in all of no groups; a group without rules that wants any has nobody to offer, and selects everyone too. */
function join(match: SegmentGroup['match'], conditions: readonly string[]): string {
  if (conditions.length === 0) return 'true';
  if (conditions.length === 1) return conditions.join('');
  return conditions.map((condition) => `(${condition})`).join(match === 'all' ? ' AND ' : ' OR ');
}
