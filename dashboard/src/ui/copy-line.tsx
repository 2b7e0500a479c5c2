import { useId } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './copy-line.module.css';

/** An address or a line that is to be pasted elsewhere. `copyLabel` says what the button copies. */
export function CopyLine({ label, value, copyLabel }: { label: string; value: string; copyLabel: string }) {
  const id = useId();
  return (
    <div className={classes.line}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <div className={classes.row}>
        <output className={classes.value} aria-labelledby={id}>
          {value}
        </output>
        <CopyButton value={value} label={copyLabel} />
      </div>
    </div>
  );
}
