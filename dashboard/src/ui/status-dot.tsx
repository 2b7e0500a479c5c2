import classes from './status-dot.module.css';

/** A word with a dot: green when it is so, pulsing amber while it is awaited. */
export function StatusDot({ good, label }: { good: boolean; label: string }) {
  return (
    <span className={classes.status} data-good={good || undefined}>
      <span aria-hidden="true" className={classes.dot} />
      {label}
    </span>
  );
}
