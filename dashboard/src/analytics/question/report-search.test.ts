import { writeLines } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { readReportView } from './report-search.ts';

describe('address of a report', () => {
  it('says everything', () => {
    const search = {
      period: '90d',
      detail: 'week',
      compare: 'year',
      lines: 'new,left',
      view: 'stacked',
      filter: 'source:ads;language:!ru',
      by: 'country',
      model: 'last',
      parameter: 'medium',
      measure: 'visitors',
      sort: '-visitors',
      users: 'bucket:3;line:new',
    };
    expect(readReportView(search)).toEqual({
      period: '90d',
      detail: 'week',
      choseDetail: true,
      compare: 'year',
      comparePeriod: '',
      lines: ['new', 'left'],
      view: 'stacked',
      filter: 'source:ads;language:!ru',
      by: 'country',
      model: 'last',
      parameter: 'medium',
      measure: 'visitors',
      sort: '-visitors',
      users: { bucket: 3, line: 'new' },
    });
  });

  it('has usual values for what is missing or wrong', () => {
    const choices = {
      choseDetail: false,
      compare: null,
      comparePeriod: '',
      lines: null,
      view: null,
      model: null,
      measure: null,
      users: null,
    };
    const usual = { period: '30d', detail: 'day', ...choices, filter: '', by: '', parameter: '', sort: '' };
    expect(readReportView({})).toEqual(usual);
    expect(readReportView({ period: '31.12.', detail: 'minute', compare: 'me', lines: '', view: 'pie' })).toEqual(
      usual,
    );
    expect(readReportView({ period: 7, lines: null })).toEqual(usual);
    expect(readReportView({ by: 'shoe size' })).toEqual(usual);
    expect(readReportView({ by: 'command' })).toEqual(usual);
    expect(readReportView({ by: 'param.' })).toEqual(usual);
    expect(readReportView({ by: 'param.medium' })).toEqual({ ...usual, by: 'param.medium' });
    expect(readReportView({ model: 'best', measure: 'luck', users: 'everyone:1' })).toEqual(usual);
  });

  it.each([
    ['month', '90d', 'month'],
    ['week', '90d', 'week'],
    ['day', '30d', 'day'],
  ])('understands details=%s of the menu', (details, period, detail) => {
    expect(readReportView({ details })).toMatchObject({ period, detail });
  });

  it('takes the detail that suits the report, until the address says another', () => {
    expect(readReportView({}, 'week')).toMatchObject({ period: '90d', detail: 'week' });
    expect(readReportView({ detail: 'day' }, 'week')).toMatchObject({ period: '30d', detail: 'day' });
    expect(readReportView({ period: '30d' }, 'week')).toMatchObject({ detail: 'week' });
  });

  it('names a period of the calendar, and a comparison of its own', () => {
    const search = { period: 'last_month', compare: 'custom', compare_period: '2026-01-01..2026-01-31' };
    expect(readReportView(search)).toMatchObject({
      period: 'last_month',
      compare: 'custom',
      comparePeriod: '2026-01-01..2026-01-31',
    });
    expect(readReportView({ compare: 'custom', compare_period: 'once' })).toMatchObject({ compare: null });
    expect(readReportView({ compare: 'year', compare_period: '7d' })).toMatchObject({ comparePeriod: '' });
    expect(readReportView({ period: 'all', detail: 'hour' })).toMatchObject({ period: 'all', detail: 'hour' });
  });

  it('drops a detail that does not suit the period', () => {
    expect(readReportView({ period: 'today', detail: 'month' })).toMatchObject({ period: 'today', detail: 'hour' });
  });

  it.each([[['new', 'left']], [['yes, please', '100%', '/start']], [['Привет']], [['']], [['', 'ads']]])(
    'keeps lines %j',
    (lines) => {
      expect(readReportView({ lines: writeLines(lines) }).lines).toEqual(lines);
    },
  );

  it('keeps a name with a stray per cent sign', () => {
    expect(readReportView({ lines: '100%' }).lines).toEqual(['100%']);
    expect(writeLines(null)).toBeUndefined();
  });
});
