import type { PeopleSelection, SegmentMembers } from '@botscope/contract';
import { type SelectionControl, useSelection } from '../../../../ui/table/use-selection.ts';

interface UserSelection {
  control: SelectionControl;
  /** Selected users as the server expects them; null if there are none. */
  members: SegmentMembers | null;
}

/**
 * The selected users: those of some rows, or all that match. "All but some" is no selection of the server, so unticking
 * one row of all that match leaves the other rows on show selected.
 */
export function useUserSelection(
  total: number,
  loadedIds: readonly string[],
  matching: PeopleSelection,
): UserSelection {
  const control = useSelection(total);
  const { selection } = control;
  const toggle = (id: string) => {
    if (selection.kind === 'rows') return control.toggle(id);
    control.clear();
    control.toggleLoaded(loadedIds.filter((other) => other !== id));
  };
  return { control: { ...control, toggle }, members: pickMembers(control, matching) };
}

function pickMembers({ selection, count }: SelectionControl, matching: PeopleSelection): SegmentMembers | null {
  if (count === 0) return null;
  if (selection.kind === 'allMatching') return { selection: matching };
  return { user_ids: [...selection.ids].map(Number) };
}
