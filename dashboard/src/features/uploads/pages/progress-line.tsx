import classes from './upload-page.module.css';

/** A bar and what it means in words. `share` is 0 to 1. */
export function ProgressLine({ share, label, text }: { share: number; label: string; text: string }) {
  return (
    <div>
      <progress className={classes.progress} max={1} value={Math.min(1, share)} aria-label={label} />
      <div className={`${classes.dim} tabular`}>{text}</div>
    </div>
  );
}
