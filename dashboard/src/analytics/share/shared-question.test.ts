import { expect, test } from 'vitest';
import { readReportView } from '../question/report-search.ts';
import { sharedQuestion } from './shared-question.ts';

test('a link keeps what the page shows, and nothing of what it shows about users', () => {
  const view = readReportView({
    period: '7d',
    detail: 'day',
    compare: 'year',
    filter: 'source:ads',
    by: 'language',
    lines: 'ru,%00',
    view: 'lines',
    users: 'total',
  });
  expect(sharedQuestion('visitors', view)).toEqual({
    period: '7d',
    detail: 'day',
    compare: 'year',
    filter: 'source:ads',
    by: 'language',
    lines: 'ru,%00',
    view: 'lines',
  });
});

test('a link omits parameters that its report does not ask for, and a comparison that is not drawn', () => {
  const view = readReportView({ period: '30d', by: 'language', model: 'last', sort: '-launches' });
  expect(sharedQuestion('visitors', readReportView({ period: '30d' }))).toEqual({ period: '30d', detail: 'day' });
  expect(sharedQuestion('utm_summary', view)).toEqual({ period: '30d', model: 'last', sort: '-launches' });
});
