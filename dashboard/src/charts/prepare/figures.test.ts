import { describe, expect, it } from 'vitest';
import { type FigureOptions, prepareFigures } from './figures.ts';
import { chooseLines, prepareLines } from './lines.ts';
import { createReport, daysBefore } from './report.fixture.ts';

const buildFigures = (report: ReturnType<typeof createReport>, options: Partial<FigureOptions> = {}) =>
  prepareFigures({
    type: report.type_report,
    lines: chooseLines(report.type_report, prepareLines(report), null),
    incomplete: report.incomplete,
    scheme: 'light',
    locale: 'en',
    stacked: false,
    compare: false,
    ...options,
  });

describe('figures', () => {
  it('dashes the last stretch, towards the bucket that is not over', () => {
    const [figure] = buildFigures(createReport({ incomplete: 2 }));
    expect(figure?.strokes.map(({ key, values, dash }) => ({ key, values, dash }))).toEqual([
      { key: 'new', values: [4, 0, null], dash: null },
      { key: 'new unfinished', values: [null, 0, 6], dash: [6, 4] },
    ]);
  });

  it('breaks at a gap and shows a lone value as a dot', () => {
    const [figure] = buildFigures(
      createReport({ unit: 'seconds', lines: [{ name: 'mean', values: [5, null, 7], total: 6 }] }),
    );
    expect(figure?.strokes[0]).toMatchObject({ values: [5, null, 7], dots: [0, 2] });
  });

  it('keeps shares and counts on separate axes', () => {
    const report = createReport({
      type_report: 'active_users',
      lines: [
        { name: 'active', values: [10, 20, 30], total: 40 },
        { name: 'last_1', values: [10, 20, 30], total: 30 },
        { name: 'last_7', values: [12, 22, 40], total: 40 },
        { name: 'stickiness', unit: 'percent', values: [50, 40, 30], total: 40 },
      ],
    });
    const figures = buildFigures(report);
    expect(figures.map((figure) => [figure.unit, figure.lines.map((line) => line.name)])).toEqual([
      ['users', ['active', 'last_7']],
      ['percent', ['stickiness']],
    ]);
    expect(figures[1]?.axisLabels.at(-1)).toBe('60%');
  });

  it('keeps standing totals apart from movements', () => {
    const report = createReport({
      type_report: 'users_graph',
      lines: [
        { name: 'live', values: [40_000, 40_100, 40_150], total: 40_150 },
        { name: 'new', values: [200, 150, 100], total: 450 },
        { name: 'left', values: [50, 50, 50], total: 150 },
      ],
    });
    const [level, movement] = buildFigures(report);
    // One line alone is filled, and a filled area that began at 39,900 would make a hundred users look like a doubling.
    expect(level?.axis.min).toBe(0);
    expect(level?.strokes[0]?.fill).not.toBeNull();
    expect(movement?.lines.map((line) => line.name)).toEqual(['new', 'left']);
    expect(movement?.axis.min).toBe(0);
  });

  it('lets several levels begin above zero: they have no area', () => {
    const levels = [
      { name: 'all', values: [40_200, 40_300, 40_400], total: 40_400 },
      { name: 'live', values: [40_000, 40_100, 40_150], total: 40_150 },
    ];
    const [level] = buildFigures(createReport({ type_report: 'count_users', lines: levels }));
    expect(level?.axis.min).toBeGreaterThan(30_000);
    expect(level?.strokes.every(({ fill }) => fill === null)).toBe(true);
  });

  it('stacks parts of a whole, each on those before it', () => {
    const report = createReport({
      type_report: 'messages_from_user',
      unit: 'actions',
      lines: [
        { name: 'text', values: [1, 2, 3], total: 6 },
        { name: 'button', values: [10, 0, 5], total: 15 },
      ],
    });
    const [figure] = buildFigures(report, { stacked: true });
    const areas = figure?.strokes.filter((stroke) => stroke.fill !== null);
    expect(areas?.map((stroke) => [stroke.values, stroke.fillTo])).toEqual([
      [[1, 2, 3], null],
      [[11, 2, 8], 0],
    ]);
    expect(figure?.axis.max).toBeGreaterThanOrEqual(11);
    expect(buildFigures(createReport(), { stacked: true })[0]?.stacked).toBe(false);
  });

  it('draws the comparison behind, thin and dotted, in the colour of its line', () => {
    const compare = { ...daysBefore, lines: [{ name: 'new', values: [1, 2, 30], total: 33 }] };
    const [figure] = buildFigures(createReport({ compare }), { compare: true });
    const [before, now] = figure?.strokes ?? [];
    expect(before).toMatchObject({ key: 'new before', values: [1, 2, 30], dash: [2, 3] });
    expect(before?.color.slice(0, 7)).toBe(now?.color);
    expect(figure?.axis.max).toBeGreaterThanOrEqual(30);
    expect(buildFigures(createReport({ compare }))[0]?.strokes).toHaveLength(1);
  });
});
