import { describe, expect, it } from 'vitest';
import { prepareFigures } from './figures.ts';
import { chooseLines, prepareLines } from './lines.ts';
import { createReport, daysBefore } from './report.fixture.ts';
import { prepareTooltip, sayTooltip } from './tooltip.ts';

const words = { before: 'before', change: 'Change', points: 'pp', total: 'Total', unfinished: 'so far' };
const names = ['Sun, Nov 1', 'Mon, Nov 2', 'Tue, Nov 3'];
const labelOf = (line: { name: string }) => (line.name === 'mean' ? 'Mean, seconds' : line.name);

const report = createReport({
  incomplete: 2,
  compare: { ...daysBefore, lines: [{ name: 'new', values: [2, 0, null], total: 2 }] },
});
const lines = chooseLines(report.type_report, prepareLines(report), null);
const context = { type: 'new_users', buckets: report.buckets, names, incomplete: 2, locale: 'en', labelOf, words };

describe('tooltip', () => {
  const [figure] = prepareFigures({ ...context, lines, scheme: 'light', stacked: false, compare: true });
  const beforeNames = ['Thu, Oct 29', 'Fri, Oct 30', 'Sat, Oct 31'];

  it('says the same as the table', () => {
    const tooltip = prepareTooltip(figure!, 0, { ...context, beforeNames, scheme: 'light' });
    expect(tooltip).toMatchObject({ title: 'Sun, Nov 1', beforeTitle: 'Thu, Oct 29', unfinished: false });
    expect(tooltip.rows).toMatchObject([{ label: 'new', value: '4', before: '2', change: '+100%' }]);
    expect(sayTooltip(tooltip, words)).toBe('Sun, Nov 1. new: 4, before: 2');
  });

  it('marks what is not over, and a gap is a dash', () => {
    const tooltip = prepareTooltip(figure!, 2, { ...context, beforeNames: null, scheme: 'light' });
    expect(sayTooltip(tooltip, words)).toBe('Tue, Nov 3 (so far). new: 6');
    expect(prepareTooltip(figure!, 2, { ...context, beforeNames, scheme: 'light' }).rows[0]).toMatchObject({
      before: '—',
      change: null,
    });
  });

  it('lists a stack from its top, with the sum of what is on show', () => {
    const parts = createReport({
      type_report: 'messages_from_user',
      unit: 'actions',
      lines: [
        { name: 'text', values: [1, 2, 3], total: 6 },
        { name: 'button', values: [10, 0, 5], total: 15 },
      ],
    });
    const stackContext = {
      ...context,
      type: 'messages_from_user',
      lines: chooseLines('messages_from_user', prepareLines(parts), null),
    };
    const [stack] = prepareFigures({ ...stackContext, scheme: 'light', stacked: true, compare: false });
    const tooltip = prepareTooltip(stack!, 0, { ...stackContext, beforeNames: null, scheme: 'light' });
    expect(tooltip.rows.map((row) => [row.label, row.value])).toEqual([
      ['Total', '11'],
      ['button', '10'],
      ['text', '1'],
    ]);
  });
});
