import { type ReactNode, useId, useRef } from 'react';
import { place } from './place.ts';
import classes from './tip.module.css';

/** A sign with a sentence that appears beside it under the mouse. Its name for a screen reader is the sentence. */
export function Tip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId();
  const sign = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const show = () => {
    if (!sign.current || !tip.current) return;
    tip.current.showPopover();
    place(tip.current, sign.current, 'start');
  };
  return (
    <>
      <span
        ref={sign}
        role="img"
        aria-label={text}
        className={classes.sign}
        onPointerEnter={show}
        onPointerLeave={() => tip.current?.hidePopover()}
      >
        {children}
      </span>
      <span ref={tip} id={id} popover="manual" role="tooltip" className={classes.tip}>
        {text}
      </span>
    </>
  );
}
