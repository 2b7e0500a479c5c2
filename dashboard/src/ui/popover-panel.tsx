import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import menu from './drop-menu.module.css';
import { place } from './place.ts';
import classes from './popover-panel.module.css';

interface PopoverPanelProps {
  /** Name of the panel. */
  label: string;
  /** Name of the button for screen readers; an icon is named like its panel, words speak for themselves. */
  name?: string | undefined;
  button: ReactNode;
  /** `icon`: of the top bar. `sign` is as small as its icon; `bare` stands inside something that has a frame. */
  look?: 'icon' | 'button' | 'sign' | 'bare';
  buttonClass?: string | undefined;
  panelClass?: string | undefined;
  /** On phones: a dialog in the middle of the screen, or a sheet at its lower edge, within reach of a thumb. */
  onPhone?: 'dialog' | 'sheet';
  align?: 'start' | 'end';
  /** Drawn while the panel is open, and given the way to close it; may be lazy. */
  children(close: () => void): ReactNode;
}

/** A button with a panel below it. The browser's own popover brings the top layer, Escape and closing by a click outside. */
export function PopoverPanel(props: PopoverPanelProps) {
  const { label, button, look = 'icon', onPhone, align = look === 'icon' ? 'end' : 'start', children } = props;
  const isIcon = look === 'icon';
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  // Lazy content comes after the panel has opened, which is placed again whenever its size changes.
  useEffect(() => {
    const [box, beside] = [panel.current, anchor.current];
    if (!open || !box || !beside) return;
    const updatePlace = () => {
      if (onPhone && matchMedia('(max-width: 767px)').matches) box.removeAttribute('style');
      else place(box, beside, align);
    };
    updatePlace();
    if (isIcon) box.focus();
    const observer = new ResizeObserver(updatePlace);
    observer.observe(box);
    return () => observer.disconnect();
  }, [open, onPhone, align, isIcon]);
  const close = () => {
    panel.current?.hidePopover();
    // The browser gives the focus back only if the panel still has it; a button that was disabled while it saved has lost it.
    if (document.activeElement === document.body) anchor.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={props.buttonClass ?? (isIcon ? menu.button : classes.button)}
        data-look={look}
        aria-label={props.name ?? (isIcon ? label : undefined)}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className={`${menu.panel} ${classes.panel} ${props.panelClass ?? ''}`}
        data-look={look}
        data-phone={onPhone}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && <Suspense>{children(close)}</Suspense>}
      </div>
    </>
  );
}
