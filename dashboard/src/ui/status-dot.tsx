import classes from './status-dot.module.css';

type StatusDotProps = { label: string } & ({ good: boolean; state?: undefined } | { state: 'off'; good?: undefined });

/** A word with a dot: green when it is so, pulsing amber while it is awaited, grey when someone has switched it off. */
export function StatusDot({ good, state, label }: StatusDotProps) {
  return (
    <span className={classes.status} data-good={good || undefined} data-off={state === 'off' || undefined}>
      <span aria-hidden="true" className={classes.dot} />
      {label}
    </span>
  );
}
