import { Box } from '@mantine/core';
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
      <Box fw={600}>
        {tooltip.title}
        {tooltip.unfinished && (
          <Box component="span" c="dimmed" fw={400}>
            {' '}
            · {unfinished}
          </Box>
        )}
      </Box>
      {tooltip.beforeTitle !== null && (
        <Box c="dimmed" fw={400}>
          ↔ {tooltip.beforeTitle}
        </Box>
      )}
      <div className={classes.rows}>
        {tooltip.rows.map((row) => (
          <div key={row.key} className={classes.row}>
            <span className={classes.label}>
              <span className={classes.mark} style={{ background: row.color ?? 'transparent' }} />
              {row.label}
            </span>
            <b>{row.value}</b>
            {row.before !== null && (
              <Box component="span" c="dimmed" fw={400}>
                {row.before}
              </Box>
            )}
            {row.before !== null && (
              <Box component="span" c="dimmed" fw={400}>
                {row.change}
              </Box>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
