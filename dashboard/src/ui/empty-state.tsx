import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** Where a list or a report has nothing to show yet: what it is, and what to do. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {icon && <span className={classes.icon}>{icon}</span>}
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  /** Buttons. */
  children?: ReactNode;
}
