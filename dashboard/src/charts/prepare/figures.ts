import type { Unit } from '@botscope/contract';
import { type Axis, prepareAxis } from './axis.ts';
import type { PreparedLine } from './lines.ts';
import { colorAt, type Scheme, withAlpha } from './palette.ts';
import { traitsOf } from './report-traits.ts';
import { formatAxis } from './units.ts';

/** One stroke on a canvas, ready to draw. */
export interface Stroke {
  key: string;
  values: (number | null)[];
  color: string;
  width: number;
  dash: number[] | null;
  /** Colour between this stroke and the one at `fillTo` (null: down to the axis); null for no fill. */
  fill: string | null;
  fillTo: number | null;
  /** Buckets whose neighbours are both gaps: a line cannot show them, so they are dots. */
  dots: number[];
}

/** One chart: lines that share a unit and a scale. */
export interface Figure {
  id: string;
  unit: Unit;
  lines: PreparedLine[];
  stacked: boolean;
  strokes: Stroke[];
  axis: Axis;
  axisLabels: string[];
  /** Characters of the longest label beside any axis of the report: figures below each other share one left edge. */
  labelLength: number;
}

export interface FigureOptions {
  type: string;
  /** Dimension of a breakdown. */
  by?: string | undefined;
  lines: readonly PreparedLine[];
  incomplete: number | null;
  scheme: Scheme;
  locale: string;
  stacked: boolean;
  /** Draws the comparison behind the lines. */
  compare: boolean;
}

/**
 * Chosen lines as charts: one for each unit, and standing totals (all users) apart from movements (new users), which would
 * lie flat on the same axis. Parts of a whole may be stacked; a comparison is never stacked.
 */
export function prepareFigures(options: FigureOptions): Figure[] {
  const traits = traitsOf(options.type, options.by);
  const groups = new Map<string, PreparedLine[]>();
  for (const line of options.lines) {
    const id = `${line.unit}${line.currency ?? ''}${traits.levels.includes(line.name) ? ' level' : ''}`;
    const group = groups.get(id);
    if (group) group.push(line);
    else groups.set(id, [line]);
  }
  const figures = [...groups].map(([id, lines]) => {
    const stacked = options.stacked && traits.additive && lines.length > 1;
    const strokes = stacked ? stack(lines, options) : overlay(lines, options);
    const { unit = 'actions', currency } = lines[0] ?? {};
    const axis = prepareAxis(
      strokes.flatMap((stroke) => stroke.values),
      unit,
      // A filled area begins at zero: its height is what one reads.
      { fromZero: !id.endsWith(' level') || strokes.some(({ fill }) => fill !== null) },
    );
    const axisLabels = formatAxis(axis.ticks, unit, options.locale, currency);
    return { id, unit, lines, stacked, strokes, axis, axisLabels };
  });
  const labelLength = Math.max(0, ...figures.flatMap((figure) => figure.axisLabels.map((label) => label.length)));
  return figures.map((figure) => ({ ...figure, labelLength }));
}

const incompleteDash = [6, 4];
const beforeDash = [2, 3];

function overlay(lines: readonly PreparedLine[], options: FigureOptions): Stroke[] {
  const { scheme, incomplete, compare } = options;
  const strokes: Stroke[] = [];
  for (const line of lines) {
    if (!compare || !line.before) continue;
    const color = withAlpha(colorAt(line.place, scheme), 0.65);
    strokes.push(stroke(`${line.id} before`, line.before.values, { color, width: 1.5, dash: beforeDash }));
  }
  for (const line of lines) {
    const color = colorAt(line.place, scheme);
    // A single line is easier to read as a shape; under several the shades would mix.
    const fill = lines.length === 1 ? withAlpha(color, scheme === 'dark' ? 0.12 : 0.08) : null;
    strokes.push(...wholeAndUnfinished(line.id, line.values, incomplete, { color, fill, width: 2 }));
  }
  return strokes;
}

/** Each line lies on top of those before it; the fills meet. */
function stack(lines: readonly PreparedLine[], options: FigureOptions): Stroke[] {
  const { scheme, incomplete } = options;
  const strokes: Stroke[] = [];
  let floor: (number | null)[] = [];
  let floorAt: number | null = null;
  for (const line of lines) {
    const values = line.values.map((value, index) => (value === null ? null : value + (floor[index] ?? 0)));
    const color = colorAt(line.place, scheme);
    strokes.push({
      ...stroke(`${line.id} area`, values, { color, width: 0, dash: null }),
      fill: withAlpha(color, scheme === 'dark' ? 0.5 : 0.45),
      fillTo: floorAt,
      dots: [],
    });
    floorAt = strokes.length - 1;
    floor = values;
    strokes.push(...wholeAndUnfinished(line.id, values, incomplete, { color, fill: null, width: 1 }));
  }
  return strokes;
}

/** The last stretch, towards a bucket that is not over, is dashed: its fall is not a fall. */
function wholeAndUnfinished(
  key: string,
  values: readonly (number | null)[],
  incomplete: number | null,
  look: { color: string; fill: string | null; width: number },
): Stroke[] {
  const fullStroke = stroke(
    key,
    values.map((value, index) => (incomplete !== null && index >= incomplete ? null : value)),
    { color: look.color, width: look.width, dash: null },
  );
  fullStroke.fill = look.fill;
  if (incomplete === null || (values[incomplete] ?? null) === null) return [fullStroke];
  const last = stroke(
    `${key} unfinished`,
    values.map((value, index) => (index === incomplete || index === incomplete - 1 ? value : null)),
    { color: look.color, width: look.width, dash: incompleteDash },
  );
  return [fullStroke, last];
}

function stroke(
  key: string,
  values: (number | null)[],
  look: { color: string; width: number; dash: number[] | null },
): Stroke {
  return { key, values, ...look, fill: null, fillTo: null, dots: lonely(values) };
}

function lonely(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null ? [index] : [],
  );
}
