import type { Report } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { buildHeadline, chooseLines, hasNothing, prepareLines } from './lines.ts';
import { createReport, daysBefore } from './report.fixture.ts';

it('shows equal readings once by default, equal parts as often as they are', () => {
  const line = (name: string, values: number[]) => ({ name, values, total: values.at(-1) ?? 0 });
  const chooseNames = (type: string, lines: ReturnType<typeof line>[], requestedIds: string[] | null = null) =>
    chooseLines(type, prepareLines(createReport({ type_report: type, lines })), requestedIds).map(({ name }) => name);
  const levels = [line('all', [1, 2, 3]), line('live', [1, 2, 3]), line('left', [0, 0, 0])];
  expect(chooseNames('count_users', levels)).toEqual(['all', 'left']);
  const partLines = [line('live', [1, 2, 3]), line('returned', [0, 0, 0]), line('left', [0, 0, 0])];
  expect(chooseNames('users_graph', partLines)).toEqual(['live', 'returned', 'left']);
  // Anyone who asks for both gets both.
  expect(chooseNames('count_users', levels, ['all', 'live'])).toEqual(['all', 'live']);
  expect(chooseNames('messages_from_user', [line('text', [1, 2, 3]), line('photo', [1, 2, 3])])).toEqual([
    'text',
    'photo',
  ]);
});

describe('lines of a report', () => {
  it('keeps gaps as gaps and zeros as zeros', () => {
    const report = createReport({ unit: 'seconds', lines: [{ name: 'mean', values: [12, null, 0], total: 6 }] });
    expect(prepareLines(report)[0]).toMatchObject({ unit: 'seconds', values: [12, null, 0], total: 6, before: null });
  });

  it('blanks what has not begun yet', () => {
    const [line] = prepareLines(createReport({ incomplete: 1, lines: [{ name: 'new', values: [4, 2, 0], total: 6 }] }));
    expect(line?.values).toEqual([4, 2, null]);
  });

  it('lays the comparison beside the same place, whatever its length', () => {
    const compare = { ...daysBefore, lines: [{ name: 'new', values: [1, 2, 3, 9], total: 15 }] };
    expect(prepareLines(createReport({ compare }))[0]?.before).toEqual({ values: [1, 2, 3], total: 15 });
    const shortComparison = { ...daysBefore, lines: [{ name: 'new', values: [1], total: 1 }] };
    expect(prepareLines(createReport({ compare: shortComparison }))[0]?.before).toEqual({
      values: [1, null, null],
      total: 1,
    });
  });

  it('knows nothing of the time before the first data', () => {
    const compare = { ...daysBefore, lines: [{ name: 'new', values: [0, 0, 1], total: 1 }] };
    const young = createReport({ compare, data_since: '2026-10-31' });
    expect(prepareLines(young)[0]?.before).toEqual({ values: [null, null, 1], total: null });
    expect(buildHeadline('new_users', young)?.before).toBeNull();
    expect(buildHeadline('messages_from_user', { ...young, unit: 'actions' })?.before).toBeNull();
    // On the first day with data, the hours before the first event are zeros.
    expect(prepareLines(createReport({ data_since: '2026-11-02' }))[0]?.values).toEqual([null, 0, 6]);
    // A whole comparison within the data stays one.
    expect(buildHeadline('new_users', createReport({ compare, data_since: '2026-10-29' }))?.before).toBe(1);
    // Hours of the week are no dates.
    const hours = createReport({
      type_report: 'activity_hours',
      buckets: ['00', '01', '02'],
      data_since: '2026-11-02',
    });
    expect(prepareLines(hours)[0]?.values).toEqual([4, 0, 6]);
  });

  it('finds the earlier line of the same unit and currency, also where it has a unit of its own', () => {
    const line = (name: string, total: number, overrides: object) => ({ name, values: [total], total, ...overrides });
    const lines = [
      line('conversions', 9, {}),
      line('users', 8, { unit: 'users' as const }),
      line('income', 7, { unit: 'money' as const, currency: 'EUR' }),
    ];
    const compare = {
      ...daysBefore,
      lines: [
        line('income', 1, { unit: 'money' as const, currency: 'XTR' }),
        line('income', 2, { unit: 'money' as const, currency: 'EUR' }),
        line('users', 3, { unit: 'users' as const }),
        line('conversions', 4, {}),
      ],
    };
    const before = prepareLines(createReport({ unit: 'conversions', lines, compare })).map((one) => one.before?.total);
    expect(before).toEqual([4, 3, 2]);
  });

  it('distinguishes two lines of one name by their unit', () => {
    const lines = prepareLines(
      createReport({
        unit: 'actions',
        lines: [
          { name: '/start', unit: 'actions', values: [3], total: 3 },
          { name: '/start', unit: 'users', values: [2], total: 2 },
        ],
      }),
    );
    expect(lines.map((line) => [line.id, line.unit])).toEqual([
      ['/start', 'actions'],
      ['/start:users', 'users'],
    ]);
  });
});

describe('choice of lines', () => {
  const manyLines = prepareLines(
    createReport({
      lines: Array.from({ length: 12 }, (_, index) => ({ name: `kind${index}`, values: [index], total: index })),
    }),
  );

  it('shows the ten largest before anyone chose', () => {
    expect(chooseLines('messages_from_user', manyLines, null).map((line) => line.name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `kind${index + 2}`),
    );
  });

  it('shows what was chosen, each in a colour of its own, and forgets lines that do not exist', () => {
    const chosenLines = chooseLines('messages_from_user', manyLines, ['kind11', 'kind1', 'gone']);
    expect(chosenLines.map((line) => line.name)).toEqual(['kind1', 'kind11']);
    expect(new Set(chosenLines.map((line) => line.place)).size).toBe(2);
    expect(chooseLines('messages_from_user', manyLines, ['gone'])).toHaveLength(10);
  });
});

describe('rankings', () => {
  const ranking = createReport({
    unit: 'actions',
    lines: [
      { name: '/start', unit: 'actions', values: [3], total: 3 },
      { name: '/start', unit: 'users', values: [2], total: 2 },
    ],
  });

  it('show only the lines they are ranked by, until someone asks for the others', () => {
    const lines = prepareLines(ranking);
    expect(chooseLines('user_commands_stat', lines, null).map((line) => line.id)).toEqual(['/start']);
    expect(chooseLines('user_commands_stat', lines, ['/start:users']).map((line) => line.id)).toEqual(['/start:users']);
  });
});

describe('an empty chart', () => {
  const zeros = { values: [0, null, 0], total: 0 };
  const gaps = { values: [null, null, null], total: null };
  const nothingIn = (unit: string, lines: Report['lines']) => hasNothing(prepareLines(createReport({ unit, lines })));

  it('is one with a count of zero, or an average of nothing', () => {
    expect(nothingIn('users', [{ name: 'new', ...zeros }])).toBe(true);
    expect(nothingIn('money', [{ name: 'EUR', currency: 'EUR', ...zeros }])).toBe(true);
    expect(nothingIn('seconds', [{ name: 'mean', ...gaps }])).toBe(true);
  });

  it('is not one with an average of zero: someone came, for a moment', () => {
    expect(nothingIn('seconds', [{ name: 'mean', ...zeros }])).toBe(false);
    expect(nothingIn('percent', [{ name: 'rejection', ...zeros }])).toBe(false);
  });

  it('is one with a share of zero beside a count of zero', () => {
    const rate = { name: 'rate', unit: 'percent', ...zeros };
    expect(nothingIn('conversions', [{ name: 'conversions', ...zeros }, rate])).toBe(true);
    expect(nothingIn('conversions', [{ name: 'conversions', ...zeros, values: [1, 0, 0], total: 1 }, rate])).toBe(
      false,
    );
  });
});

describe('headline', () => {
  it('is the main line', () => {
    const report = createReport({
      lines: [
        { name: 'median', values: [1, 2, 3], total: 2 },
        { name: 'mean', values: [4, 5, 6], total: 5 },
      ],
      compare: { ...daysBefore, lines: [{ name: 'mean', values: [1, 1, 1], total: 1 }] },
    });
    expect(buildHeadline('avg_duration_session', report)).toEqual({
      unit: 'users',
      total: 5,
      before: 1,
      values: [4, 5, 6],
    });
  });

  it('is the sum where lines are parts of a whole', () => {
    const report = createReport({
      unit: 'actions',
      lines: [
        { name: 'text', values: [1, 2, null], total: 3 },
        { name: 'button', values: [4, 0, null], total: 4 },
      ],
      compare: { ...daysBefore, lines: [{ name: 'text', values: [2, 0, 0], total: 2 }] },
    });
    expect(buildHeadline('messages_from_user', report)).toEqual({
      unit: 'actions',
      total: 7,
      before: 2,
      values: [5, 2, null],
    });
    expect(buildHeadline('messages_from_user', createReport({ lines: [] }))).toBeNull();
  });
});

describe('ten values and the rest', () => {
  const lines = prepareLines(
    createReport({
      lines: [...Array.from({ length: 10 }, (_, index) => `source${index}`), '\nothers'].map((name, index) => ({
        name,
        values: [20 - index],
        total: 20 - index,
      })),
    }),
  );

  it('are all on show, the rest in a colour that no other line has', () => {
    const shownLines = chooseLines('utm_charts', lines, null);
    expect(shownLines).toHaveLength(11);
    expect(new Set(shownLines.map((line) => line.place)).size).toBe(11);
    expect(shownLines.at(-1)).toMatchObject({ name: '\nothers', place: 10 });
  });

  it('can be chosen without the rest, and with it', () => {
    expect(chooseLines('utm_charts', lines, ['source3']).map((line) => line.name)).toEqual(['source3']);
    expect(chooseLines('utm_charts', lines, ['\nothers', 'source3']).map((line) => line.place)).toEqual([3, 10]);
  });
});

describe('a breakdown', () => {
  const byLanguage = createReport({
    unit: 'users',
    by: 'language',
    lines: [
      { name: 'ru', values: [1, 2, 3], total: 5 },
      { name: '\nothers', values: [1, 0, 0], total: 1 },
    ],
  });

  it('is compared with everyone of the earlier period, also by values that have no line now', () => {
    const earlierLines = [
      { name: 'ru', values: [2, 1, 1], total: 3 },
      { name: 'tr', values: [1, 0, 1], total: 2 },
    ];
    const report = { ...byLanguage, compare: { ...daysBefore, lines: earlierLines } };
    expect(buildHeadline('audience', report)).toMatchObject({ total: 6, before: 5 });
    expect(buildHeadline('audience', byLanguage)).toMatchObject({ total: 6, before: null });
  });

  it('has the sum as its headline where its values divide what is counted', () => {
    expect(buildHeadline('visitors', { ...byLanguage, by: 'language' })).toMatchObject({ total: 6, values: [2, 2, 3] });
    expect(buildHeadline('new_users', { ...byLanguage, by: 'source' })).toMatchObject({ total: 6 });
  });

  it('has no headline where users have several values, or where averages have no sum', () => {
    expect(buildHeadline('visitors', { ...byLanguage, by: 'chat_type' })).toBeNull();
    expect(buildHeadline('audience', { ...byLanguage, by: 'chat_type' })).toBeNull();
    expect(buildHeadline('messages_from_user', { ...byLanguage, by: 'chat_type' })).toMatchObject({ total: 6 });
    expect(buildHeadline('avg_duration_session', { ...byLanguage, by: 'language' })).toBeNull();
  });
});

describe('money', () => {
  const income = prepareLines(
    createReport({
      unit: 'money',
      lines: [
        { name: 'EUR', currency: 'EUR', values: [100, 0, 50], total: 150 },
        { name: 'XTR', currency: 'XTR', values: [0, 7, 0], total: 7 },
      ],
    }),
  );

  it('keeps its currencies apart', () => {
    expect(income.map(({ id, currency, total }) => [id, currency, total])).toEqual([
      ['EUR', 'EUR', 150],
      ['XTR', 'XTR', 7],
    ]);
  });
});
