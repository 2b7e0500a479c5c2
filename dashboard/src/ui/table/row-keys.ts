import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const focusable = 'a[href], button:not(:disabled)';

/**
 * Up and down arrows move the focus to the same column's link or button of the next row that has one. Enter needs no
 * code: what has the focus is a link or a button.
 */
export function moveBetweenRows(event: KeyboardEvent): void {
  const step = steps[event.key];
  const from = event.target;
  if (step === undefined || event.defaultPrevented) return;
  // A menu that a cell opened has the arrows for itself.
  if (!(from instanceof HTMLElement) || !from.matches(focusable) || from.closest('[role="menu"]')) return;
  const cell = from.closest<HTMLTableCellElement>('td, th');
  if (!cell) return;
  event.preventDefault();
  let row = neighbor(cell.closest('tr'), step);
  while (row) {
    const next = row.querySelectorAll(':scope > *')[cell.cellIndex]?.querySelector<HTMLElement>(focusable);
    if (next) {
      next.focus();
      return;
    }
    row = neighbor(row, step);
  }
}

function neighbor(row: Element | null, step: 1 | -1): Element | null {
  if (!row) return null;
  return step === 1 ? row.nextElementSibling : row.previousElementSibling;
}
