import { expect, test } from 'vitest';
import { readView, toQuery, withKeys } from './conversions-data.ts';

test('an address gives the choices that it names, and only those are asked', () => {
  expect(toQuery(readView({}))).toEqual({ period: '30d' });
  const view = readView({ period: '2026-01-01..2026-01-31', target: '12', model: 'last', filter: 'source:ads' });
  expect(toQuery(view)).toEqual({
    period: '2026-01-01..2026-01-31',
    target_id: '12',
    model: 'last',
    filter: 'source:ads',
  });
});

test('choices that no list can have are left out, so that a mangled link still opens', () => {
  expect(toQuery(readView({ period: 'last_week', target: 'all', model: 'middle', filter: '' }))).toEqual({
    period: '30d',
  });
});

test('two conversions of one user in one moment have keys of their own', () => {
  const line = { at: '2026-03-01T10:00:00Z', target_id: 1, user_id: 7, first_name: '', username: '' };
  const worth = { amount: null, currency: '', source: '' };
  const keys = withKeys([line, { ...line, target_id: 2 }, line].map((each) => ({ ...each, ...worth }))).map(
    ([key]) => key,
  );
  expect(new Set(keys).size).toBe(3);
});
