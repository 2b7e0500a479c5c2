const gap = 4;
const margin = 8;

/**
 * Puts an open popover (which lies above everything, in the coordinates of the window) under its anchor, or above it
 * where there is no room below. `end` aligns the right edges.
 */
export function place(panel: HTMLElement, anchor: HTMLElement, align: 'start' | 'end'): void {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const wanted = align === 'start' ? box.left : box.right - width;
  const left = Math.max(margin, Math.min(wanted, window.innerWidth - width - margin));
  const below = box.bottom + gap;
  const fits = below + height + margin <= window.innerHeight || box.top < height + gap;
  panel.style.left = `${left}px`;
  panel.style.top = `${fits ? below : box.top - height - gap}px`;
}
