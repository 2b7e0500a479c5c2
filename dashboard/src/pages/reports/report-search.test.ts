import { describe, expect, it } from 'vitest';
import { readReportView, writeLines } from './report-search.ts';

describe('address of a report', () => {
  it('says everything', () => {
    const search = { period: '90d', detail: 'week', compare: 'year', lines: 'new,left', view: 'stacked' };
    expect(readReportView(search)).toEqual({
      period: '90d',
      detail: 'week',
      compare: 'year',
      lines: ['new', 'left'],
      view: 'stacked',
    });
  });

  it('has usual values for what is missing or wrong', () => {
    const usual = { period: '30d', detail: 'day', compare: null, lines: null, view: null };
    expect(readReportView({})).toEqual(usual);
    expect(readReportView({ period: '31.12.', detail: 'minute', compare: 'me', lines: '', view: 'pie' })).toEqual(
      usual,
    );
    expect(readReportView({ period: 7, lines: null })).toEqual(usual);
  });

  it.each([
    ['month', '90d', 'month'],
    ['week', '90d', 'week'],
    ['day', '30d', 'day'],
  ])('understands details=%s of the menu', (details, period, detail) => {
    expect(readReportView({ details })).toMatchObject({ period, detail });
  });

  it('drops a detail that does not suit the period', () => {
    expect(readReportView({ period: 'today', detail: 'month' })).toMatchObject({ period: 'today', detail: 'hour' });
  });

  it.each([[['new', 'left']], [['yes, please', '100%', '/start']], [['Привет']]])('keeps lines %j', (lines) => {
    expect(readReportView({ lines: writeLines(lines) }).lines).toEqual(lines);
  });

  it('keeps a name with a stray per cent sign', () => {
    expect(readReportView({ lines: '100%' }).lines).toEqual(['100%']);
    expect(writeLines(null)).toBeUndefined();
  });
});
