/**
 * Selected rows. A list that comes in pages is selected as a whole by what is left out of it: no client loads 100,000
 * rows to select them.
 */
export type Selection =
  | { readonly kind: 'rows'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'allMatching'; readonly except: ReadonlySet<string> };

export const noSelection: Selection = { kind: 'rows', ids: new Set() };
export const allMatching: Selection = { kind: 'allMatching', except: new Set() };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'rows' ? selection.ids.has(id) : !selection.except.has(id);
}

export function toggleRow(selection: Selection, id: string): Selection {
  return selection.kind === 'rows'
    ? { kind: 'rows', ids: toggled(selection.ids, id) }
    : { kind: 'allMatching', except: toggled(selection.except, id) };
}

/** The box in the heading: selects all loaded rows, or clears the selection where all of them are selected. */
export function toggleLoaded(selection: Selection, loadedIds: readonly string[]): Selection {
  return loadedState(selection, loadedIds) === 'all' ? noSelection : { kind: 'rows', ids: new Set(loadedIds) };
}

export function loadedState(selection: Selection, loadedIds: readonly string[]): 'none' | 'some' | 'all' {
  const count = loadedIds.filter((id) => isSelected(selection, id)).length;
  if (count === 0) return 'none';
  return count === loadedIds.length ? 'all' : 'some';
}

/** `total`: how many rows match, loaded or not. */
export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'rows' ? selection.ids.size : total - selection.except.size;
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
