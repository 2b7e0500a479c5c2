import { othersName, type ReportTable } from '@botscope/contract';
import type { Bar } from '../../../charts/prepare/bars.ts';
import { columnFormat, formatValue } from '../../../charts/prepare/units.ts';

/**
 * The sources with the most visitors, as bars; `part` is the share of all visitors. Everyone has one source, so the shares
 * of all sources add up to 100 %. `direct` names those who came without a link of ours.
 */
export function topSources(table: ReportTable, maxBars: number, locale: string, direct: string): Bar[] {
  const findColumnIndex = (name: string) => table.columns.findIndex((column) => column.name === name);
  const visitorsIndex = findColumnIndex('visitors');
  const newIndex = findColumnIndex('new');
  const total = table.totals[visitorsIndex] ?? 0;
  const rows = table.rows
    .map(({ name, values }) => ({ name, value: values[visitorsIndex] ?? 0, newUsers: values[newIndex] ?? 0 }))
    .filter(({ name, value, newUsers }) => name !== othersName && value + newUsers > 0)
    .sort((one, other) => other.value - one.value || other.newUsers - one.newUsers)
    .slice(0, maxBars);
  const longest = rows[0]?.value ?? 0;
  const toPercent = (value: number) => (total > 0 ? (value / total) * 100 : null);
  const writePart = columnFormat(
    rows.map(({ value }) => toPercent(value)),
    'percent',
    locale,
  );
  return rows.map(({ name, value, newUsers }) => ({
    id: name,
    label: name === '' ? direct : name,
    value,
    text: formatValue(value, 'users', locale),
    share: longest > 0 ? value / longest : 0,
    part: writePart(toPercent(value)),
    users: formatValue(newUsers, 'users', locale),
  }));
}
