import { expect, test } from 'vitest';
import { filtersOf } from './errors-data.ts';

test('an address gives the filters that it names', () => {
  expect(filtersOf({})).toEqual({});
  expect(filtersOf({ kind: 'relay', code: '0', method: 'sendMessage', search: ' blocked ' })).toEqual({
    kind: 'relay',
    code: 0,
    method: 'sendMessage',
    search: 'blocked',
  });
});

test('what no log can have is left out, so that a mangled link still opens', () => {
  expect(filtersOf({ kind: 'weather', code: '4e2', method: '', search: '  ' })).toEqual({});
  expect(filtersOf({ search: 'x'.repeat(500) }).search).toHaveLength(200);
});
