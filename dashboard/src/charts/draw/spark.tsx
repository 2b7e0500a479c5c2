import { prepareSparkline } from '../prepare/sparkline.ts';
import classes from './spark.module.css';

const width = 200;
const height = 36;

/** A line without axes. Decoration beside a number that says the same: hidden from screen readers. */
export function Spark({ values, incomplete }: { values: readonly (number | null)[]; incomplete: number | null }) {
  const { line, unfinished, area } = prepareSparkline(values, incomplete, width, height);
  return (
    <svg className={classes.spark} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={classes.area} d={area} />
      <path className={classes.line} d={line} />
      <path className={classes.unfinished} d={unfinished} />
    </svg>
  );
}
