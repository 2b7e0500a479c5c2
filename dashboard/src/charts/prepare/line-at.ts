import type { Figure } from './figures.ts';
import type { PreparedLine } from './lines.ts';

/**
 * The line that a point of a chart means: of a stack the part in which it lies (null above all of them, where only their sum
 * is), else the line whose value is nearest. `value` is the point's height in the units of the axis.
 */
export function lineAt(figure: Pick<Figure, 'lines' | 'stacked'>, index: number, value: number): PreparedLine | null {
  let floor = 0;
  let nearest: PreparedLine | null = null;
  let minDistance = Number.POSITIVE_INFINITY;
  for (const line of figure.lines) {
    const lineValue = line.values[index] ?? null;
    if (lineValue === null) continue;
    if (figure.stacked) {
      floor += lineValue;
      if (value <= floor) return line;
    } else if (Math.abs(lineValue - value) < minDistance) {
      minDistance = Math.abs(lineValue - value);
      nearest = line;
    }
  }
  return nearest;
}
