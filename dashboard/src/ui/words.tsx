import type { ComponentPropsWithRef } from 'react';
import classes from './words.module.css';

const joined = (own: string | undefined, given: string | undefined) => (given ? `${own} ${given}` : own);

/** Words of less weight within a line. */
export function Dim({ className, ...span }: ComponentPropsWithRef<'span'>) {
  return <span {...span} className={joined(classes.dim, className)} />;
}

/** A second, smaller line under a value. */
export function Under({ className, ...span }: ComponentPropsWithRef<'span'>) {
  return <span {...span} className={joined(classes.under, className)} />;
}

/** A paragraph that explains what stands beside it. */
export function Note({ className, ...paragraph }: ComponentPropsWithRef<'p'>) {
  return <p {...paragraph} className={joined(classes.note, className)} />;
}
