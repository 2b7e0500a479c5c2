/** As a `ref`: Safari does not let the keyboard into what scrolls unless asked; the others do so by themselves. */
export function reachable(box: HTMLElement | null): void {
  if (box) box.tabIndex = 0;
}
