import { hueOf } from '../../../../ui/bot-face.ts';
import classes from './permissions.module.css';

/** The first letter of a name on its colour; `link` stands for anyone with a link. */
export function ColleagueFace({ name }: { name: string }) {
  const hue = hueOf(name);
  return (
    <span
      aria-hidden="true"
      className={classes.face}
      data-initial={[...name][0]?.toUpperCase() ?? '?'}
      style={{ background: `oklch(0.48 0.09 ${hue})` }}
    />
  );
}
