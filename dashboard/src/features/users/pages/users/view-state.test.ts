import { expect, test } from 'vitest';
import { columnsWord, readUsersView, sortWord } from './users-view.ts';
import { isBareLink, isChanged, pickState, toAddress } from './view-state.ts';

const state = { rules: '', search: 'ann', sort: '-actions', columns: 'status,actions' };
const view = { view_id: 101, state };

test('a view becomes an address and back', () => {
  const address = toAddress(view);
  expect(address).toEqual({
    rules: undefined,
    search: 'ann',
    sort: '-actions',
    columns: 'status,actions',
    number: undefined,
    view: '101',
  });
  const { rules: _, number: __, ...baseAddress } = address;
  expect(pickState(baseAddress)).toEqual(state);
  expect(isChanged(baseAddress, view)).toBe(false);
  expect(isChanged({ ...baseAddress, sort: 'actions' }, view)).toBe(true);
  expect(isChanged({ ...baseAddress, number: 'visitors?period=7d' }, view)).toBe(true);
  expect([isBareLink({ view: '101' }), isBareLink(baseAddress), isBareLink({})]).toEqual([true, false, false]);
});

test('an address that says something wrong shows the usual list', () => {
  expect(readUsersView({ sort: '-geo', columns: 'nothing,status,first_name,status', rules: '{' })).toEqual({
    rules: null,
    selection: {},
    search: '',
    number: '',
    sort: { id: 'last_seen', isDescending: true },
    columns: ['status'],
  });
  expect(readUsersView({ sort: 'income', rules: '' }).sort).toEqual({ id: 'income', isDescending: false });
  expect(sortWord({ id: 'last_seen', isDescending: true })).toBe(undefined);
  expect(columnsWord(readUsersView({}).columns)).toBe(undefined);
  expect(readUsersView({ columns: columnsWord([]) ?? '' }).columns).toEqual([]);
});
