import { describe, expect, it } from 'vitest';
import { prepareHeatmap } from './heatmap.ts';
import { createReport } from './report.fixture.ts';

describe('hour of week', () => {
  const hours = (peakHour: number, value: number) =>
    Array.from({ length: 24 }, (_, hour) => (hour === peakHour ? value : 0));
  const report = createReport({
    type_report: 'activity_hours',
    unit: 'actions',
    lines: [
      { name: '1', values: hours(9, 100), total: 100 },
      { name: '7', values: hours(23, 1), total: 1 },
    ],
  });

  it('has seven days of 24 hours, shaded against the busiest one', () => {
    const map = prepareHeatmap(report, 'en');
    expect(map.rows.map((row) => row.short)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    expect(map.rows.every((row) => row.cells.length === 24)).toBe(true);
    expect(map.rows[0]?.cells[9]).toEqual({ value: 100, text: '100', depth: 5 });
    expect(map.rows[6]?.cells[23]).toEqual({ value: 1, text: '1', depth: 1 });
    expect(map.rows[1]?.cells[0]).toEqual({ value: 0, text: '0', depth: 0 });
    expect(map.peak).toEqual({ weekday: 1, hour: 9 });
  });

  it('has no peak where nothing happened', () => {
    const emptyHeatmap = prepareHeatmap(createReport({ lines: [] }), 'ru');
    expect(emptyHeatmap.peak).toBeNull();
    expect(emptyHeatmap.rows[0]?.long).toBe('понедельник');
  });
});
