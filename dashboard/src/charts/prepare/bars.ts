import { othersName } from '@botscope/contract';
import { columnFormat, formatValue } from './units.ts';

export interface Bar {
  id: string;
  label: string;
  value: number;
  text: string;
  /** Length, 0…1 of the longest. */
  share: number;
  /** Share of the whole, `12%`. */
  part: string;
  /** Distinct users behind it, where the answer has them. */
  users: string | null;
}

/** The `maxBars` largest of a list, longest first, measured against the longest; `part` is of the whole, "others" included. */
export function prepareBars(
  lines: readonly { id: string; name: string; unit: string; total: number | null }[],
  maxBars: number,
  locale: string,
): Bar[] {
  const countedLines = lines.filter((line) => line.unit !== 'users' && (line.total ?? 0) > 0);
  const wholeTotal = countedLines.reduce((sum, line) => sum + (line.total ?? 0), 0);
  const sortedLines = countedLines
    .filter(({ name }) => name !== othersName)
    .sort((one, other) => (other.total ?? 0) - (one.total ?? 0))
    .slice(0, maxBars);
  const longest = sortedLines[0]?.total ?? 0;
  const computePart = (value: number) => (wholeTotal > 0 ? (value / wholeTotal) * 100 : null);
  const writePart = columnFormat(
    sortedLines.map((line) => computePart(line.total ?? 0)),
    'percent',
    locale,
  );
  return sortedLines.map((line) => {
    const value = line.total ?? 0;
    const users = lines.find((other) => other.name === line.name && other.unit === 'users')?.total;
    return {
      id: line.id,
      label: line.name,
      value,
      text: formatValue(value, 'actions', locale),
      share: longest > 0 ? value / longest : 0,
      part: writePart(computePart(value)),
      users: users === undefined ? null : formatValue(users, 'users', locale),
    };
  });
}
