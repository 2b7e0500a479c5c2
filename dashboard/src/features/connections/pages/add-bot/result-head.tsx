import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import classes from './step.module.css';

/** The outcome in one line, with a sentence about what follows. */
export function ResultHead({ connected, title, text }: { connected: boolean; title: string; text: string }) {
  const Icon = connected ? IconCircleCheck : IconClock;
  return (
    <div className={classes.outcome}>
      <Icon size={28} stroke={1.5} aria-hidden className={classes.sign} />
      <div>
        <h2 className={classes.outcomeTitle}>{title}</h2>
        <p className={classes.outcomeText}>{text}</p>
      </div>
    </div>
  );
}
