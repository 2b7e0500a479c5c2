/** Sets whether a popover is open, and notifies React, as a browser does. */
function toggle(panel: HTMLElement, isOpen: boolean): void {
  if (panel.hasAttribute('data-open') === isOpen) return;
  panel.toggleAttribute('data-open', isOpen);
  const [oldState, newState] = isOpen ? ['closed', 'open'] : ['open', 'closed'];
  panel.dispatchEvent(Object.assign(new Event('toggle'), { oldState, newState }));
}

/** The part of the browser's popovers that menus and panels need; happy-dom has none. */
export function openPopovers(): void {
  HTMLElement.prototype.showPopover = function show() {
    toggle(this, true);
  };
  HTMLElement.prototype.hidePopover = function hide() {
    toggle(this, false);
  };
  document.addEventListener('click', ({ target }) => {
    const id = target instanceof Element && target.closest('[popovertarget]')?.getAttribute('popovertarget');
    const panel = id && document.getElementById(id);
    if (panel) toggle(panel, !panel.hasAttribute('data-open'));
  });
}
