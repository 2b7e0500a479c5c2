import {
  isAdCostColumn,
  isDimension,
  keysOfDimension,
  keysOfFilter,
  keysOfMeasure,
  keysOfNumber,
  mayRead,
  missingKey,
  type PermissionKey,
  type Permissions,
  parseFilter,
  type Report,
  type ReportTable,
  type ReportType,
  reportAliases,
  reportTypes,
  type UtmMeasure,
} from '@botscope/contract';

/** The words of a report's address that choose what is counted. */
interface NumberWords {
  filter?: string | undefined;
  by?: string | undefined;
  measure?: string | undefined;
  /** Column in the list of users behind a number. */
  column?: string | undefined;
}

/** The key of a number that a report counts besides its own; undefined where everything may be seen. */
export function missingOfWords(
  permissions: Permissions,
  type: ReportType,
  { filter = '', by = '', measure = '', column = '' }: NumberWords,
): { field: keyof NumberWords; key: PermissionKey } | undefined {
  const keys: Record<keyof NumberWords, readonly PermissionKey[]> = {
    filter: keysOfFilter(parseFilter(filter) ?? []),
    by: isDimension(by) ? keysOfDimension(by) : [],
    measure: Object.hasOwn(keysOfMeasure, measure) ? keysOfMeasure[measure as UtmMeasure] : [],
    column: keysOfReportColumn(type, column),
  };
  for (const field of Object.keys(keys) as (keyof NumberWords)[]) {
    const key = missingKey(permissions, keys[field]);
    if (key !== undefined) return { field, key };
  }
  return undefined;
}

/** A column of a table by its name: money has the code of its currency. */
function keysOfReportColumn(type: ReportType, column: string): readonly PermissionKey[] {
  if (/^[A-Z]{3}$/.test(column) || isAdCostColumn(column)) return keysOfNumber(type, 'money');
  return column === 'conversions' ? keysOfNumber(type, 'conversions') : [];
}

/** The permission that a number of a report needs, by the address of the number: `visitors?period=7d&bucket=3`. */
export function missingOfNumber(permissions: Permissions, number: string): PermissionKey | undefined {
  const [name = '', words = ''] = number.split(/\?(.*)/su, 2);
  const type = Object.hasOwn(reportAliases, name) ? reportAliases[name] : name;
  if (type === undefined || !isReport(type)) return undefined;
  if (!mayRead(permissions, type)) return reportTypes[type].permission;
  return missingOfWords(permissions, type, Object.fromEntries(new URLSearchParams(words)))?.key;
}

const isReport = (name: string): name is ReportType => Object.hasOwn(reportTypes, name);

/** A report without the numbers of other reports that its reader may not see. */
export function shownReport(permissions: Permissions, report: Report): Report {
  const { type_report: type, table, compare } = report;
  if (table === undefined || !isReport(type)) return report;
  const showColumns = (one: ReportTable): ReportTable => shownColumns(permissions, type, one);
  return {
    ...report,
    table: showColumns(table),
    ...(compare && { compare: { ...compare, ...(compare.table && { table: showColumns(compare.table) }) } }),
  };
}

function shownColumns(permissions: Permissions, type: ReportType, table: ReportTable): ReportTable {
  const visibility = table.columns.map(
    ({ name, unit }) =>
      missingKey(permissions, keysOfNumber(type, isAdCostColumn(name) ? 'money' : (unit as ReportUnit))) === undefined,
  );
  if (visibility.every(Boolean)) return table;
  const filterCells = <T>(cells: readonly T[]): T[] => cells.filter((_, index) => visibility[index]);
  return {
    columns: filterCells(table.columns),
    rows: table.rows.map((row) => ({ ...row, values: filterCells(row.values) })),
    totals: filterCells(table.totals),
  };
}

type ReportUnit = Parameters<typeof keysOfNumber>[1];
