import { othersName, type ReportLine } from '@botscope/contract';
import { countLine } from './lines.ts';
import type { BucketRow } from './report.ts';

/** A row about a line that `lineNumberSql` numbered. */
export interface LineRow extends BucketRow {
  line: number;
}

/** Number of the line that a value belongs to: 2 for the first of the parameter `names`, 1 for all values outside them. */
export const lineNumberSql = (value: string): string =>
  `toUInt8(indexOf({names:Array(String)}, toString(${value})) + 1)`;

const othersNumber = 1;

/** A line of counts per name, in their order; then one of everything outside them, where there is anything. */
export function valueLines<Row extends LineRow>(
  names: readonly string[],
  length: number,
  rows: readonly Row[],
  pick: (row: Row) => number,
): ReportLine[] {
  const line = (name: string, number: number) =>
    countLine(
      name,
      length,
      rows.filter((row) => row.line === number),
      pick,
    );
  const namedLines = names.map((name, index) => line(name, index + othersNumber + 1));
  const rest = line(othersName, othersNumber);
  return rest.total || rest.values.some((value) => value) ? [...namedLines, rest] : namedLines;
}

/** Compiles a line to a condition on a value; no line selects all. `names` are asked for only for the rest. */
export async function lineCondition(
  value: string,
  line: string | undefined,
  names: () => Promise<readonly string[]>,
): Promise<{ sql: string; params: Record<string, string | readonly string[]> }> {
  if (line === undefined) return { sql: 'true', params: {} };
  if (line !== othersName) return { sql: `${value} = {line:String}`, params: { line } };
  return { sql: `NOT has({names:Array(String)}, toString(${value}))`, params: { names: await names() } };
}
