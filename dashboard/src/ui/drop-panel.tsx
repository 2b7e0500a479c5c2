import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import menu from './drop-menu.module.css';
import classes from './drop-panel.module.css';
import { place } from './place.ts';

/**
 * A button with a panel below it, on the browser's own popover like `DropMenu`; for what is read, not chosen from.
 * `children` are drawn while it is open and get the way to close it; they may be lazy.
 */
export function DropPanel(props: {
  /** What the panel is called. */
  label: string;
  /** What the button says to those who do not see it; `label` unless given. */
  buttonLabel?: string;
  button: ReactNode;
  buttonClass?: string | undefined;
  align?: 'start' | 'end';
  panelClass?: string;
  children: (close: () => void) => ReactNode;
}) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const onToggle = (event: { newState: string }) => {
    const opened = event.newState === 'open';
    setOpen(opened);
    if (!opened || !panel.current || !anchor.current) return;
    place(panel.current, anchor.current, props.align ?? 'end');
    panel.current.focus();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={props.buttonClass ?? menu.button}
        aria-label={props.buttonLabel ?? props.label}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
      >
        {props.button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={props.label}
        tabIndex={-1}
        className={`${menu.panel} ${classes.panel} ${props.panelClass ?? ''}`}
        onToggle={onToggle}
      >
        {open && <Suspense>{props.children(() => panel.current?.hidePopover())}</Suspense>}
      </div>
    </>
  );
}
