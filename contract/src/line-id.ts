import type { Report, ReportLine } from './reports.ts';

/** Returns the id of a line in addresses: its name, with its currency or unit where another line has the same name. */
export function lineId(line: ReportLine, report: Pick<Report, 'lines' | 'unit'>): string {
  const isUnique = report.lines.every((other) => other === line || other.name !== line.name);
  if (isUnique) return line.name;
  if (line.currency !== undefined) return `${line.name}:${line.currency}`;
  return line.unit && line.unit !== report.unit ? `${line.name}:${line.unit}` : line.name;
}

/** Stands for the line without a name ("direct"): nothing at all would take the choice out of the address. */
const nameless = '%00';

/** `new,left`; a comma inside a name (a button's text may have one) is written as `%2C`. */
export function readLines(text: string): string[] | null {
  if (text === '') return null;
  return text.split(',').map((name) => {
    if (name === nameless) return '';
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  });
}

/** The opposite of `readLines`; undefined takes the choice out of the address. */
export function writeLines(names: readonly string[] | null): string | undefined {
  return names?.map((name) => (name === '' ? nameless : name.replace(/[%,]/g, encodeURIComponent))).join(',');
}
