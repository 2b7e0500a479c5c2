/**
 * As a `ref`: what has just appeared because someone asked for it takes the keyboard. Not to be wrapped in a function of a
 * component: a new one at every render would take the focus again and again.
 */
export function focusFirst(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
