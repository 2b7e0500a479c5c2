import { describe, expect, it } from 'vitest';
import { buildQuestion, dependsOnModel, mayBreakDown } from './report-query.ts';
import { readReportView } from './report-search.ts';

const question = (type: Parameters<typeof buildQuestion>[0], search: Record<string, string>) =>
  buildQuestion(type, readReportView(search));

describe('the query of a report page', () => {
  it('is the period, the detail and the period before, until someone chooses more', () => {
    expect(question('new_users', {})).toEqual({ period: '30d', detail: 'day', compare: 'previous' });
    expect(question('utm_summary', {})).toEqual({ period: '30d', compare: 'previous' });
    expect(question('retention', { compare: 'year' })).toEqual({ period: '30d', detail: 'day' });
    expect(question('activity_hours', { period: '30d', detail: 'week' })).toEqual({ period: '30d' });
  });

  it('leaves out of the address what the report does not ask about', () => {
    const all = { by: 'language', model: 'last', parameter: 'medium', measure: 'left' };
    expect(question('new_users', all)).toMatchObject({ by: 'language' });
    expect(question('new_users', all)).not.toHaveProperty('model');
    expect(question('utm_charts', all)).toMatchObject({ model: 'last', parameter: 'medium', measure: 'left' });
    expect(question('utm_charts', all)).not.toHaveProperty('by');
    expect(question('audience', all)).toMatchObject({ by: 'language' });
    expect(question('visitors', { by: 'shoe size' })).not.toHaveProperty('by');
  });

  it('hands a filter on as it stands, readable or not', () => {
    expect(question('visitors', { filter: 'nonsense' })).toMatchObject({ filter: 'nonsense' });
  });
});

it.each([
  ['visitors', {}, false],
  ['visitors', { by: 'source' }, true],
  ['visitors', { by: 'param.medium' }, true],
  ['visitors', { filter: 'language:source' }, false],
  ['visitors', { filter: 'language:ru|source:ads' }, true],
  ['visitors', { filter: 'language:ru;param.x:1' }, true],
  ['utm_summary', {}, true],
] as const)('%s with %j depends on a model: %s', (type, search, depends) => {
  expect(dependsOnModel(type, readReportView(search))).toBe(depends);
});

it('a report can be broken down only if it has lines that are not values already', () => {
  expect(mayBreakDown('rejection')).toBe(true);
  expect(mayBreakDown('utm_summary')).toBe(false);
  expect(mayBreakDown('retention')).toBe(false);
  expect(mayBreakDown('gender')).toBe(false);
});
