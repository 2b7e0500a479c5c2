import { expect, test } from 'vitest';
import { parseFilters } from './errors-data.ts';

test('an address gives the filters that it names', () => {
  expect(parseFilters({})).toEqual({});
  expect(parseFilters({ kind: 'relay', code: '0', method: 'sendMessage', search: ' blocked ' })).toEqual({
    kind: 'relay',
    code: 0,
    method: 'sendMessage',
    search: 'blocked',
  });
});

test('filters that no log can have are left out, so that a mangled link still opens', () => {
  expect(parseFilters({ kind: 'weather', code: '4e2', method: '', search: '  ' })).toEqual({});
  expect(parseFilters({ search: 'x'.repeat(500) }).search).toHaveLength(200);
});
