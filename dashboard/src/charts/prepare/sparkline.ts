interface Sparkline {
  /** SVG path of the finished part; empty where there is nothing to draw. */
  line: string;
  /** SVG path of the last stretch, towards the bucket that is not over. */
  unfinished: string;
  /** SVG path of the shade under the line. */
  area: string;
}

const margin = 2;
const fewest = 3;

/**
 * A small line without axes, in a `width` × `height` box. It begins at zero, so that its height means something, and breaks
 * where a value is missing. Fewer than three values are no course, and a value between two gaps no line: nothing is drawn.
 */
export function prepareSparkline(
  values: readonly (number | null)[],
  incomplete: number | null,
  width: number,
  height: number,
): Sparkline {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length < fewest) return { line: '', unfinished: '', area: '' };
  const top = Math.max(...numbers, 0);
  const bottom = Math.min(...numbers, 0);
  const span = top - bottom || 1;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const x = (index: number) => round(values.length > 1 ? index * step : width / 2);
  const y = (value: number) => round(height - margin - ((value - bottom) / span) * (height - 2 * margin));
  const line: string[] = [];
  const area: string[] = [];
  for (const run of findRuns(values, incomplete)) {
    const points = run.map(({ index, value }) => `${x(index)} ${y(value)}`);
    const first = run[0];
    const last = run.at(-1);
    if (!first || !last || first === last) continue;
    line.push(`M${points.join('L')}`);
    area.push(`M${x(first.index)} ${y(bottom)}L${points.join('L')}L${x(last.index)} ${y(bottom)}Z`);
  }
  const end = incomplete === null ? null : (values[incomplete] ?? null);
  let unfinished = '';
  if (incomplete !== null && end !== null) {
    const before = values[incomplete - 1] ?? null;
    const to = `${x(incomplete)} ${y(end)}`;
    if (before !== null) unfinished = `M${x(incomplete - 1)} ${y(before)}L${to}`;
  }
  return { line: line.join(''), unfinished, area: area.join('') };
}

/** Stretches of neighbouring values, without the bucket that is not over. */
function findRuns(values: readonly (number | null)[], incomplete: number | null): { index: number; value: number }[][] {
  const runs: { index: number; value: number }[][] = [];
  let open = false;
  values.forEach((value, index) => {
    if (value === null || (incomplete !== null && index >= incomplete)) {
      open = false;
      return;
    }
    if (open) runs.at(-1)?.push({ index, value });
    else runs.push([{ index, value }]);
    open = true;
  });
  return runs;
}

const round = (value: number): number => Math.round(value * 100) / 100;
