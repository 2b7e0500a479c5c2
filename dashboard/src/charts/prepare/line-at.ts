import type { Figure } from './figures.ts';
import type { PreparedLine } from './lines.ts';

/**
 * The line that a point of a chart means: of a stack the part in which it lies (null above all of them, where only their sum
 * is), else the line whose value is nearest. `value` is the point's height in the units of the axis.
 */
export function lineAt(figure: Pick<Figure, 'lines' | 'stacked'>, index: number, value: number): PreparedLine | null {
  let floor = 0;
  let nearest: PreparedLine | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const line of figure.lines) {
    const own = line.values[index] ?? null;
    if (own === null) continue;
    if (figure.stacked) {
      floor += own;
      if (value <= floor) return line;
    } else if (Math.abs(own - value) < least) {
      least = Math.abs(own - value);
      nearest = line;
    }
  }
  return nearest;
}
