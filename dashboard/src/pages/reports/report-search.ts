import { comparisons, type Detail, details } from '@botscope/contract';
import { asPreset, detailFor, rangeOf, usualPeriod } from '../../charts/report/period.ts';

export type Comparison = (typeof comparisons)[number];

/** What the report page shows: all of it stands in the address, so that a link shows the same to a colleague. */
export interface ReportView {
  period: string;
  detail: Detail;
  compare: Comparison | null;
  /** Names of the chosen lines; null for the report's own choice. */
  lines: string[] | null;
  /** How parts of a whole are drawn; null for the report's own choice. */
  view: 'lines' | 'stacked' | null;
}

/** Reads an address. What it does not say, or says wrongly, gets its usual value; `details` is the menu's word for `detail`. */
export function readReportView(search: Readonly<Record<string, unknown>>): ReportView {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '');
  const asked = text('detail') || text('details');
  const wanted = details.find((detail) => detail === asked) ?? null;
  const given = text('period');
  const period = asPreset(given) || rangeOf(given) ? given : usualPeriod(wanted);
  const view = text('view');
  return {
    period,
    detail: detailFor(period, wanted),
    compare: comparisons.find((comparison) => comparison === text('compare')) ?? null,
    lines: readLines(text('lines')),
    view: view === 'lines' || view === 'stacked' ? view : null,
  };
}

/** `new,left`; a comma inside a name (a button's text may have one) is written as `%2C`. */
export function readLines(text: string): string[] | null {
  if (text === '') return null;
  return text.split(',').map((name) => {
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  });
}

/** The opposite of `readLines`; undefined takes the choice out of the address. */
export function writeLines(names: readonly string[] | null): string | undefined {
  return names?.map((name) => name.replace(/[%,]/g, encodeURIComponent)).join(',');
}
