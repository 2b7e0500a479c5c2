import type { Tooltip } from '../prepare/tooltip.ts';
import classes from './chart-tooltip.module.css';

/** Values of one bucket, beside the pointer: on its right in the left half of the chart, on its left in the other. */
export function ChartTooltip({
  tooltip,
  left,
  width,
  unfinished,
}: {
  tooltip: Tooltip;
  /** Pixels from the chart's left edge. */
  left: number;
  width: number;
  unfinished: string;
}) {
  const side = left < width / 2 ? { left: left + 12 } : { right: width - left + 12 };
  return (
    <div className={classes.box} style={side} aria-hidden>
      <div className={classes.title}>
        {tooltip.title}
        {tooltip.unfinished && <span className={classes.note}> · {unfinished}</span>}
      </div>
      {tooltip.beforeTitle !== null && <div className={classes.note}>↔ {tooltip.beforeTitle}</div>}
      <table className={classes.rows}>
        <tbody>
          {tooltip.rows.map((row) => (
            <tr key={row.key}>
              <td>
                <span className={classes.mark} style={{ background: row.color ?? 'transparent' }} />
                {row.label}
              </td>
              <td className={classes.value}>{row.value}</td>
              {row.before !== null && <td className={classes.before}>{row.before}</td>}
              {row.before !== null && <td className={classes.before}>{row.change}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
