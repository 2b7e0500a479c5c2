import type { ReactNode } from 'react';
import classes from './data-table.module.css';

/** A number that opens what stands behind it. */
export function OpenButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className={classes.open} onClick={onClick}>
      {children}
    </button>
  );
}
