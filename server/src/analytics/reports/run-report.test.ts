import { errors, othersName, type ReportType, reportTypes } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { catalogue } from './catalogue.ts';
import { ingestHistory } from './test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('the catalogue holds what the contract names', () => {
  expect(Object.keys(catalogue)).toEqual(Object.keys(reportTypes));
});

/*
 * Visitors. Today is 10 March 2024, 08:10 in Moscow.
 * | 3 Mar                          | 4 | 5 | 6 | 7 | 8 | 9 | 10 | a year ago, 4 to 10 March 2023 |
 * | Ann at 07:59:59, Ben at 08:00  |   |   |   |   |   | Ben | Ann, Ben | Ann on the 5th           |
 */
async function twoVisitors() {
  return ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    const ben = journey.user('Ben');
    const write = (user: typeof ann, moment: string) => {
      journey.at(moment);
      user.sends('hello');
    };
    write(ann, '2023-03-05T12:00:00Z');
    write(ann, '2024-03-03T04:59:59Z');
    write(ben, '2024-03-03T05:00:00Z');
    write(ben, '2024-03-09T12:00:00Z');
    write(ben, '2024-03-09T21:00:00Z');
    write(ann, '2024-03-10T04:00:00Z');
  });
}
const question = { type: 'visitors', period: '7d', timeZone: 'Europe/Moscow', now: '2024-03-10T05:10:00Z' };

describe('testReport', () => {
  test('beside as much of the period before as has gone by of this one', async () => {
    const bot = await twoVisitors();

    const report = await bot.report({ ...question, compare: 'previous', sessionGapMinutes: 45 });

    const days = (month: string, from: number) =>
      Array.from({ length: 7 }, (_, index) => `2024-${month}-${String(from + index).padStart(2, '0')}T00:00:00+03:00`);
    expect(report).toEqual({
      type_report: 'visitors',
      unit: 'users',
      period: { from: '2024-03-04', to: '2024-03-10', time_zone: 'Europe/Moscow' },
      detail: 'day',
      buckets: days('03', 4),
      incomplete: 6,
      lines: [{ name: 'visitors', values: [0, 0, 0, 0, 0, 1, 2], total: 2 }],
      session_gap_minutes: 45,
      compare: {
        period: {
          from: '2024-02-26',
          to: '2024-03-03',
          time_zone: 'Europe/Moscow',
          until: '2024-03-03T08:00:00+03:00',
        },
        buckets: [...days('02', 26).slice(0, 4), ...days('03', 1).slice(0, 3)],
        lines: [{ name: 'visitors', values: [0, 0, 0, 0, 0, 0, 1], total: 1 }],
      },
    });
  });

  test('beside the same days of the year before', async () => {
    const bot = await twoVisitors();

    const report = await bot.report({ ...question, compare: 'year' });

    expect(report.compare?.period).toMatchObject({ from: '2023-03-04', to: '2023-03-10' });
    expect(report.compare?.lines).toEqual([{ name: 'visitors', values: [0, 1, 0, 0, 0, 0, 0], total: 1 }]);
  });

  test('beside all of the period before, where this one is over', async () => {
    const bot = await twoVisitors();

    const report = await bot.report({
      ...question,
      compare: 'previous',
      now: '2024-03-10T21:00:00Z',
      period: '2024-03-04..2024-03-10',
    });

    expect(report.compare?.period).toEqual({ from: '2024-02-26', to: '2024-03-03', time_zone: 'Europe/Moscow' });
    expect(report.compare?.lines).toEqual([{ name: 'visitors', values: [0, 0, 0, 0, 0, 0, 2], total: 2 }]);
  });

  test('beside a period of its own choice: cut at the same hour if it has as many days, else whole', async () => {
    const bot = await twoVisitors();
    const custom = { ...question, compare: 'custom' };
    const asMany = await bot.report({ ...custom, compare_period: '2024-02-26..2024-03-03' });
    expect(asMany.compare?.period).toMatchObject({ to: '2024-03-03', until: '2024-03-03T08:00:00+03:00' });
    expect(asMany.compare?.lines).toEqual([{ name: 'visitors', values: [0, 0, 0, 0, 0, 0, 1], total: 1 }]);
    const other = await bot.report({ ...custom, compare_period: '2024-03-02..2024-03-03' });
    expect(other.compare?.period).toEqual({ from: '2024-03-02', to: '2024-03-03', time_zone: 'Europe/Moscow' });
    expect(other.compare?.lines).toEqual([{ name: 'visitors', values: [0, 2], total: 2 }]);
    const monthComparison = await bot.report({ ...custom, compare_period: 'last_month' });
    expect(monthComparison.compare?.period).toMatchObject({ from: '2024-02-01', to: '2024-02-29' });
  });

  /*
   * | now: ru twice, en   | before: de, ru |
   * German was all the rage, but the lines are those of the answer: what is left shares one.
   */
  test('beside the same lines, also where others were the largest then', async () => {
    const bot = await ingestHistory(store, (journey) => {
      const come = (moment: string, languages: readonly string[]) => {
        journey.at(moment);
        for (const language_code of languages) journey.user(language_code, { language_code }).sends('/start');
      };
      come('2024-03-01T12:00:00Z', ['de', 'ru']);
      come('2024-03-02T12:00:00Z', ['ru', 'ru', 'en']);
    });
    const byLanguage = { type: 'audience', by: 'language', period: '2024-03-02..2024-03-02', detail: 'day' };

    const report = await bot.report({ ...byLanguage, compare: 'previous' });

    expect(report.lines.map(({ name, total }) => [name, total])).toEqual([
      ['ru', 2],
      ['en', 1],
    ]);
    expect(report.compare?.lines.map(({ name, total }) => [name, total])).toEqual([
      ['ru', 1],
      ['en', 0],
      [othersName, 1],
    ]);
  });

  test('another bot sees nothing of it', async () => {
    await twoVisitors();
    const other = await ingestHistory(store, () => {});
    const report = await other.report(question);
    expect(report.lines).toEqual([{ name: 'visitors', values: [0, 0, 0, 0, 0, 0, 0], total: 0 }]);
  });

  test.each([
    [{ type: 'toString' }, 'UnknownReport', 'type_report'],
    [{ type: 'profit' }, 'UnknownReport', 'type_report'],
    [{ period: 'always' }, 'InvalidPeriod', 'period'],
    [{ detail: 'minute' }, 'InvalidDetail', 'detail'],
    [{ compare: 'best' }, 'InvalidCompare', 'compare'],
    [{ compare: 'custom' }, 'InvalidPeriod', 'compare_period'],
    [{ compare: 'custom', compare_period: 'once' }, 'InvalidPeriod', 'compare_period'],
    [{ compare: 'custom', compare_period: '2000-01-01..2030-01-01' }, 'PeriodTooLong', 'compare_period'],
    [{ detail: 'hour', period: '2020-01-01..2024-01-01' }, 'PeriodTooLong', 'detail'],
    [{ period: '2000-01-01..2030-01-01' }, 'PeriodTooLong', 'period'],
    [{ type: 'activity_hours', period: '2020-01-01..2024-01-01' }, 'PeriodTooLong', 'detail'],
    [{ filter: 'language' }, 'InvalidFilter', 'filter'],
    [{ by: 'shoe_size' }, 'InvalidDimension', 'by'],
    [{ by: 'command' }, 'InvalidDimension', 'by'],
    [{ type: 'activity_hours', by: 'language' }, 'InvalidDimension', 'by'],
    [{ type: 'audience', by: 'param.' }, 'InvalidDimension', 'by'],
    [{ model: 'best' }, 'InvalidModel', 'model'],
    [{ measure: 'weight' }, 'InvalidMeasure', 'measure'],
  ] as const)('%o is refused: %s', async (invalidFields, code, field) => {
    const bot = await ingestHistory(store, () => {});
    await expect(bot.report({ ...question, ...invalidFields })).rejects.toMatchObject({ code, field });
    expect(errors).toHaveProperty(code);
  });

  test('the statements and their parameters are returned on demand', async () => {
    const bot = await twoVisitors();
    expect(await bot.report(question)).not.toHaveProperty('statements');

    const { statements } = await bot.report({ ...question, filter: 'language:ru', explain: true });

    expect(statements).toHaveLength(1);
    expect(statements?.[0]?.sql).toContain('uniqExact(user_id)');
    expect(statements?.[0]?.params).toMatchObject({ bot: bot.key, filter_1: ['ru'] });
    expect(statements?.[0]?.params).not.toHaveProperty('filter_start');
  });

  test('the model is returned where the answer depends on it', async () => {
    const bot = await twoVisitors();
    const model = async (overrides: object) => (await bot.report({ ...question, model: 'last', ...overrides })).model;
    expect(await model({})).toBeUndefined();
    expect(await model({ filter: 'language:ru' })).toBeUndefined();
    expect(await model({ filter: 'language:ru|param.medium:x' })).toBe('last');
    expect(await model({ by: 'source' })).toBe('last');
  });

  test('a question that its asker has left is not asked', async () => {
    const bot = await twoVisitors();
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(bot.report({ ...question, signal })).rejects.toThrow('gone');
  });
});

describe.each(Object.keys(reportTypes))('%s', (type) => {
  test('a bot without events: zeros for counts, gaps for averages and shares', async () => {
    const bot = await ingestHistory(store, () => {});
    const report = await bot.report({ type, period: '2024-03-01..2024-03-03' });
    const { shape } = reportTypes[type as ReportType];
    const length = shape !== 'series' ? 0 : type === 'activity_hours' ? 24 : 3;
    expect(report.buckets).toHaveLength(length);
    for (const line of report.lines) {
      const nothing = ['percent', 'seconds', 'per_session'].includes(line.unit ?? report.unit) ? null : 0;
      expect(line).toMatchObject({ values: new Array(length).fill(nothing), total: nothing });
    }
    for (const value of report.table?.totals ?? []) expect([0, null]).toContain(value);
    expect(report.table !== undefined).toBe(shape === 'table');
    expect(report.cohorts?.rows.map((row) => row.size)).toEqual(shape === 'cohorts' ? [0, 0, 0] : undefined);
  });
});
