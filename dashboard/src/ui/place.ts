const gap = 4;
const margin = 8;

/**
 * Puts an open popover (which lies above everything, in the coordinates of the window) under its anchor, or above it
 * where there is no room below. `end` aligns the right edges.
 */
export function place(panel: HTMLElement, anchor: HTMLElement, align: 'start' | 'end'): void {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const idealLeft = align === 'start' ? box.left : box.right - width;
  const leftPx = Math.max(margin, Math.min(idealLeft, window.innerWidth - width - margin));
  const topBelow = box.bottom + gap;
  const fits = topBelow + height + margin <= window.innerHeight || box.top < height + gap;
  panel.style.left = `${leftPx}px`;
  panel.style.top = `${fits ? topBelow : box.top - height - gap}px`;
}
