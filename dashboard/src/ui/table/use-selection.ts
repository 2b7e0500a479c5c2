import { useState } from 'react';
import {
  allMatching,
  countSelected,
  isSelected,
  loadedState,
  noSelection,
  type Selection,
  toggleLoaded,
  toggleRow,
} from './selection.ts';

export interface SelectionControl {
  selection: Selection;
  /** Number of rows that match in all, loaded or not. */
  total: number;
  count: number;
  isSelected(id: string): boolean;
  loadedState(loaded: readonly string[]): 'none' | 'some' | 'all';
  toggle(id: string): void;
  toggleLoaded(loaded: readonly string[]): void;
  selectAllMatching(): void;
  clear(): void;
}

/** The selection of a `DataTable`, for the page that acts on it. */
export function useSelection(total: number): SelectionControl {
  const [selection, setSelection] = useState<Selection>(noSelection);
  return {
    selection,
    total,
    count: countSelected(selection, total),
    isSelected: (id) => isSelected(selection, id),
    loadedState: (loadedIds) => loadedState(selection, loadedIds),
    toggle: (id) => setSelection((current) => toggleRow(current, id)),
    toggleLoaded: (loadedIds) => setSelection((current) => toggleLoaded(current, loadedIds)),
    selectAllMatching: () => setSelection(allMatching),
    clear: () => setSelection(noSelection),
  };
}
