import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface KeptFocus<Box extends HTMLElement> {
  ref: RefObject<Box | null>;
  onFocus(event: FocusEvent): void;
}

/**
 * For a row of buttons that come and go by their own work: when the one with the focus goes, its neighbour takes it, so that
 * a keyboard goes on from there and not from the top of the page.
 */
export function useKeptFocus<Box extends HTMLElement>(): KeptFocus<Box> {
  const ref = useRef<Box>(null);
  const last = useRef<{ element: Element; at: number } | null>(null);
  // After every draw: whatever made the button go, this row was redrawn for it.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || !last.current || last.current.element.isConnected) return;
    const remainingButtons = findButtons(box);
    if (document.activeElement === document.body)
      remainingButtons[Math.min(last.current.at, remainingButtons.length - 1)]?.focus();
    last.current = null;
  });
  return {
    ref,
    onFocus({ target }) {
      const index = ref.current ? findButtons(ref.current).indexOf(target as HTMLButtonElement) : -1;
      if (index >= 0) last.current = { element: target, at: index };
    },
  };
}

/** Returns the buttons of the row, without those inside the panels that they open. */
const findButtons = (box: HTMLElement): HTMLButtonElement[] =>
  [...box.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')].filter(
    (button) => !button.closest('[popover]'),
  );
