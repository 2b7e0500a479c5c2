import { useState } from 'react';
import { type Folds, keepFold, readFolds } from './menu-memory.ts';

/** Open until somebody closes them: the groups that most visits need. */
const openAtFirst: Folds = { reports: true, behaviour: true, users: true };

/** Which groups of the menu are open. `here` names those around the page on show, which opens them when it is entered. */
export function useFolds(here: readonly string[]): { isOpen(id: string): boolean; toggle(id: string): void } {
  const [folds, setFolds] = useState(readFolds);
  const [entered, setEntered] = useState<string>();
  const place = here.join(' ');
  let shown = folds;
  // During the render, not after it: the menu must not be seen closed first.
  if (place !== entered) {
    shown = { ...folds, ...Object.fromEntries(here.map((id) => [id, true])) };
    setEntered(place);
    setFolds(shown);
  }
  const isOpen = (id: string): boolean => shown[id] ?? openAtFirst[id] ?? false;
  const toggle = (id: string): void => {
    const open = !isOpen(id);
    keepFold(id, open);
    setFolds({ ...folds, [id]: open });
  };
  return { isOpen, toggle };
}
