import { othersName } from '@botscope/contract';
import { symbolicBucket, symbolicScope, symbolicSources } from '../query/test-symbolic-sources.ts';
import { contexts } from './context.ts';
import { conversionsSql } from './conversions/conversions.sql.ts';
import type { CellRef, ReportContext, ReportDefinition } from './report.ts';
import { type TestQuery, testQuery } from './test-query.ts';

/** A context whose statements name their sources and get no rows. */
function symbolicContext(question: TestQuery, onStatement: (sql: string) => void): [ReportDefinition, ReportContext] {
  const emptyStore = { query: async () => [], rollup: async () => undefined };
  const query = testQuery(question, Date.parse('2024-02-01'));
  const context = contexts(
    { store: emptyStore, now: () => Date.parse('2024-02-01') },
    query,
    undefined,
  )(query.period, []);
  const conversions = conversionsSql(query.targets, context).sql(symbolicSources);
  const name = (sql: string) => sql.replaceAll(conversions, '<conversions>');
  return [
    query.definition,
    {
      ...context,
      bucket: symbolicBucket,
      scope: symbolicScope(query.period.start, query.period.end),
      ask: async ({ sql }) => {
        onStatement(name(sql));
        return [];
      },
    },
  ];
}

/** The subqueries of the users behind a report's numbers: its headline, a line, the rest, and columns. */
export async function symbolicUsers(question: TestQuery): Promise<string[]> {
  const statements: string[] = [];
  const [definition, context] = symbolicContext(question, (sql) => statements.push(sql));
  const cells: CellRef[] = [{}, { line: 'a' }, { line: othersName }];
  if ('table' in definition) {
    const { columns } = await definition.table(context);
    cells.push(...columns.map(({ name }) => ({ line: 'a', column: name })));
  }
  if ('cohorts' in definition) cells.push({ position: 0, column: '1' });
  statements.length = 0;
  for (const cell of cells) {
    const users = await definition.users?.(context, cell);
    if (users) await context.ask(context.scope.statement(users.sql));
  }
  return statements;
}

/** The statements of a report's answer. */
export async function symbolicStatements(question: TestQuery, lineNames?: readonly string[]): Promise<string[]> {
  const statements: string[] = [];
  const [definition, plainContext] = symbolicContext(question, (sql) => statements.push(sql));
  const context = lineNames ? { ...plainContext, named: lineNames } : plainContext;
  if ('lines' in definition) {
    await definition.lines(context);
    await definition.summary?.(context);
  } else if ('table' in definition) {
    await definition.table(context);
  } else {
    await definition.cohorts(context);
  }
  return statements;
}
