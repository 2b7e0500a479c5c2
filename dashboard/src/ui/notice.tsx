import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** A quiet box with something worth knowing. `good` is for things that went well, `warn` for what needs care. */
export function Notice({ tone = 'info', children }: { tone?: 'info' | 'good' | 'warn'; children: ReactNode }) {
  return (
    <div className={classes.notice} data-tone={tone}>
      {children}
    </div>
  );
}
