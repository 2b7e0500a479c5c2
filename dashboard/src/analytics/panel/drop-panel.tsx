import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { place } from '../../ui/place.ts';
import classes from './drop-panel.module.css';

interface DropPanelProps {
  /** What button and panel are called for those who do not see them. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  /** What the button is called for those who do not see it; its content unless given. */
  name?: string;
  /** `sign` is as small as its icon; `bare` has no frame, for a button inside something that has one. */
  look?: 'button' | 'sign' | 'bare';
  /** On phones the panel stands in the middle of the screen, as a dialog. */
  dialogOnPhone?: boolean;
  /** On phones the panel comes up from the lower edge, as wide as the screen: within reach of a thumb. */
  sheetOnPhone?: boolean;
  align?: 'start' | 'end';
  /** Drawn while the panel is open; may be a lazy component. */
  children(close: () => void): ReactNode;
}

/** A button that opens a small panel. The browser's own popover brings the top layer, Escape and closing by a click outside. */
export function DropPanel(props: DropPanelProps) {
  const { label, button, name, look = 'button', align = 'start', children } = props;
  const { dialogOnPhone = false, sheetOnPhone = false } = props;
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  // What is lazy comes after the panel has opened: it is put in place anew whenever its size changes.
  useEffect(() => {
    const [box, beside] = [panel.current, anchor.current];
    if (!open || !box || !beside) return;
    const put = () => {
      const centred = (dialogOnPhone || sheetOnPhone) && matchMedia('(max-width: 767px)').matches;
      if (centred) box.removeAttribute('style');
      else place(box, beside, align);
    };
    put();
    const observer = new ResizeObserver(put);
    observer.observe(box);
    return () => observer.disconnect();
  }, [open, dialogOnPhone, sheetOnPhone, align]);
  const close = () => {
    panel.current?.hidePopover();
    // The browser gives the focus back only if the panel still has it: a button that was switched off while it saved has lost it.
    if (document.activeElement === document.body) anchor.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={classes.button}
        data-look={look}
        aria-label={name}
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
        className={classes.panel}
        data-dialog={dialogOnPhone || undefined}
        data-sheet={sheetOnPhone || undefined}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && <Suspense>{children(close)}</Suspense>}
      </div>
    </>
  );
}
