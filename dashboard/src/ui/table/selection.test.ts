import { expect, test } from 'vitest';
import { nextSort } from './columns.ts';
import {
  allMatching,
  countSelected,
  isSelected,
  loadedState,
  noSelection,
  toggleLoaded,
  toggleRow,
} from './selection.ts';

const loadedIds = ['a', 'b', 'c'];

test('single rows are selected and cleared', () => {
  const one = toggleRow(noSelection, 'b');
  expect([isSelected(one, 'b'), loadedState(one, loadedIds), countSelected(one, 10)]).toEqual([true, 'some', 1]);
  expect(toggleRow(one, 'b')).toEqual(noSelection);
});

test('the box in the heading selects what is loaded, then nothing', () => {
  const all = toggleLoaded(noSelection, loadedIds);
  expect([loadedState(all, loadedIds), countSelected(all, 10)]).toEqual(['all', 3]);
  expect(toggleLoaded(all, loadedIds)).toEqual(noSelection);
});

test('all matching rows include those that are not loaded yet, without those that were taken out', () => {
  const partialSelection = toggleRow(allMatching, 'b');
  expect(isSelected(partialSelection, 'not loaded yet')).toBe(true);
  expect([
    isSelected(partialSelection, 'b'),
    loadedState(partialSelection, loadedIds),
    countSelected(partialSelection, 10),
  ]).toEqual([false, 'some', 9]);
  expect(loadedState(allMatching, [...loadedIds, 'd'])).toBe('all');
});

test('a second click on a heading turns the order round', () => {
  const first = nextSort(null, 'users', true);
  expect(first).toEqual({ id: 'users', isDescending: true });
  expect(nextSort(first, 'users', true)).toEqual({ id: 'users', isDescending: false });
  expect(nextSort(first, 'name', false)).toEqual({ id: 'name', isDescending: false });
});
