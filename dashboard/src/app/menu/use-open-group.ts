import { useState } from 'react';
import { keepOpenGroup, readOpenGroup } from './menu-memory.ts';

/** Keeps one group of the menu open. `currentGroupKey` is the group of the page on show, which opens when it is entered. */
export function useOpenGroup(currentGroupKey: string | undefined): { open: string; toggle(id: string): void } {
  const [chosenGroup, setChosenGroup] = useState(readOpenGroup);
  const [entered, setEntered] = useState<string>();
  let open = chosenGroup;
  // During the render, not after it: the menu must not be seen closed first.
  if (currentGroupKey !== entered) {
    open = currentGroupKey ?? chosenGroup;
    setEntered(currentGroupKey);
    setChosenGroup(open);
  }
  return {
    open,
    toggle(id) {
      const next = open === id ? '' : id;
      keepOpenGroup(next);
      setChosenGroup(next);
    },
  };
}
