import { useState } from 'react';
import { keepOpenGroup, readOpenGroup } from './menu-memory.ts';

/** Keeps one group of the menu open. `here` is the group of the page on show, which opens when it is entered. */
export function useOpenGroup(here: string | undefined): { open: string; toggle(id: string): void } {
  const [chosen, setChosen] = useState(readOpenGroup);
  const [entered, setEntered] = useState<string>();
  let open = chosen;
  // During the render, not after it: the menu must not be seen closed first.
  if (here !== entered) {
    open = here ?? chosen;
    setEntered(here);
    setChosen(open);
  }
  return {
    open,
    toggle(id) {
      const next = open === id ? '' : id;
      keepOpenGroup(next);
      setChosen(next);
    },
  };
}
