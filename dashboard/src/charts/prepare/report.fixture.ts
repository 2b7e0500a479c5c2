import type { Report } from '@botscope/contract';

/** A report answer of three days in Berlin, 1 to 3 November 2026, for the tests of this folder. */
export function createReport(parts: Partial<Report> = {}): Report {
  return {
    type_report: 'new_users',
    unit: 'users',
    period: { from: '2026-11-01', to: '2026-11-03', time_zone: 'Europe/Berlin' },
    detail: 'day',
    buckets: ['2026-11-01T00:00:00+01:00', '2026-11-02T00:00:00+01:00', '2026-11-03T00:00:00+01:00'],
    incomplete: null,
    lines: [{ name: 'new', values: [4, 0, 6], total: 10 }],
    ...parts,
  };
}

/** The three days before, as `compare`. */
export const daysBefore = {
  period: { from: '2026-10-29', to: '2026-10-31', time_zone: 'Europe/Berlin' },
  buckets: ['2026-10-29T00:00:00+01:00', '2026-10-30T00:00:00+01:00', '2026-10-31T00:00:00+01:00'],
};
