import type { ReportType } from '@botscope/contract';
import type { PreparedLine } from '../prepare/lines.ts';
import { colorAt } from '../prepare/palette.ts';
import classes from './legend.module.css';
import { useLabels } from './use-labels.ts';
import { useScheme } from './use-scheme.ts';

/** Which colour is which line. */
export function Legend({ type, lines }: { type: ReportType; lines: readonly PreparedLine[] }) {
  const labelOf = useLabels(type);
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
