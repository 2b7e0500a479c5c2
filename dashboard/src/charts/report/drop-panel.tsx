import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { place } from '../../ui/place.ts';
import classes from './drop-panel.module.css';

interface DropPanelProps {
  /** What button and panel are called for those who do not see them. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  /** On phones the panel stands in the middle of the screen, as a dialog. */
  dialogOnPhone?: boolean;
  align?: 'start' | 'end';
  /** Drawn while the panel is open; may be a lazy component. */
  children(close: () => void): ReactNode;
}

/** A button that opens a small panel. The browser's own popover brings the top layer, Escape and closing by a click outside. */
export function DropPanel({ label, button, dialogOnPhone = false, align = 'start', children }: DropPanelProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const onToggle = (event: { newState: string }) => {
    const opened = event.newState === 'open';
    setOpen(opened);
    if (!opened || !panel.current || !anchor.current) return;
    const centred = dialogOnPhone && matchMedia('(max-width: 767px)').matches;
    if (centred) panel.current.removeAttribute('style');
    else place(panel.current, anchor.current, align);
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={classes.button}
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
        onToggle={onToggle}
      >
        {open && <Suspense>{children(() => panel.current?.hidePopover())}</Suspense>}
      </div>
    </>
  );
}
