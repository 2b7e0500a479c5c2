import type { PreparedLine } from '../../charts/prepare/lines.ts';
import { colorAt } from '../../charts/prepare/palette.ts';
import classes from './panel.module.css';
import { useScheme } from './use-scheme.ts';

interface LegendProps {
  lines: readonly PreparedLine[];
  labelOf(line: PreparedLine): string;
}

/** Color of each line. */
export function Legend({ lines, labelOf }: LegendProps) {
  const scheme = useScheme();
  return (
    <ul className={classes.legend}>
      {lines.map((line) => (
        <li key={line.id}>
          <span className={classes.mark} style={{ background: colorAt(line.place, scheme) }} />
          {labelOf(line)}
        </li>
      ))}
    </ul>
  );
}
