import type { ReactNode } from 'react';
import classes from './empty-block.module.css';

/** Says why there is nothing to see, and what to do about it. */
export function EmptyBlock({
  title,
  text,
  minHeight,
  children,
}: {
  title: string;
  text: string;
  minHeight?: number;
  children?: ReactNode;
}) {
  return (
    <div className={classes.empty} style={minHeight ? { minHeight } : undefined}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{text}</p>
      {children}
    </div>
  );
}
