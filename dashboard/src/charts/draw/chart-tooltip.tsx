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
    <div className={classes.box} style={side} data-print="hide" aria-hidden>
      <div className={classes.title}>
        {tooltip.title}
        {tooltip.unfinished && <span className={classes.note}> · {unfinished}</span>}
      </div>
      {tooltip.beforeTitle !== null && <div className={classes.note}>↔ {tooltip.beforeTitle}</div>}
      <div className={classes.rows}>
        {tooltip.rows.map((row) => (
          <div key={row.key} className={classes.row}>
            <span className={classes.label}>
              <span className={classes.mark} style={{ background: row.color ?? 'transparent' }} />
              {row.label}
            </span>
            <b>{row.value}</b>
            {row.before !== null && <span className={classes.note}>{row.before}</span>}
            {row.before !== null && <span className={classes.note}>{row.change}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
