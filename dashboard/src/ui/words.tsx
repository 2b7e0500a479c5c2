import type { ComponentPropsWithRef } from 'react';
import classes from './words.module.css';

const joinClasses = (ownClass: string | undefined, extraClass: string | undefined) =>
  extraClass ? `${ownClass} ${extraClass}` : ownClass;

/** Words of less weight within a line. */
export function Dim({ className, ...span }: ComponentPropsWithRef<'span'>) {
  return <span {...span} className={joinClasses(classes.dim, className)} />;
}

/** A second, smaller line under a value. */
export function Under({ className, ...span }: ComponentPropsWithRef<'span'>) {
  return <span {...span} className={joinClasses(classes.under, className)} />;
}

/** A paragraph that explains what stands beside it. */
export function Note({ className, ...paragraph }: ComponentPropsWithRef<'p'>) {
  return <p {...paragraph} className={joinClasses(classes.note, className)} />;
}
