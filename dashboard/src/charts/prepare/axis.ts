import type { Unit } from '@botscope/contract';
import { isCount } from './units.ts';

export interface Axis {
  min: number;
  max: number;
  ticks: number[];
}

const decimalSteps = [1, 2, 2.5, 5, 10];
/** Seconds have steps of their own: nobody reads an axis of 0, 25, 50, 75 seconds. */
const timeSteps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400, 172_800, 604_800,
];

/**
 * Range and ticks of a vertical axis that holds all `values`. It begins at zero unless `fromZero` is false (levels such as
 * "all users", whose movement would vanish): then it may begin higher, if the values fill less than a third of the range.
 * Shares never go above 100 %.
 */
export function prepareAxis(
  values: readonly (number | null)[],
  unit: Unit,
  options: { fromZero?: boolean; wanted?: number } = {},
): Axis {
  const { fromZero = true, wanted = 4 } = options;
  let minValue = Number.POSITIVE_INFINITY;
  let maxValue = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    minValue = Math.min(minValue, value);
    maxValue = Math.max(maxValue, value);
  }
  if (maxValue === Number.NEGATIVE_INFINITY) {
    minValue = 0;
    maxValue = 0;
  }
  const isZoomed = !fromZero && minValue > 0 && maxValue - minValue < maxValue / 3;
  const from = isZoomed ? minValue : Math.min(0, minValue);
  const span = maxValue - from;
  const minSpan = unit === 'percent' ? 1 : isCount(unit) ? wanted : 1;
  const step = stepFor(Math.max(span, isZoomed ? Math.min(minSpan, maxValue) : minSpan) / wanted, unit);
  const min = Math.floor(from / step) * step;
  let max = Math.ceil(maxValue / step) * step;
  if (max <= min) max = min + step * wanted;
  if (unit === 'percent' && maxValue <= 100) max = Math.min(max, 100);
  const ticks: number[] = [];
  for (let index = 0; min + index * step <= max + step / 1_000; index++) ticks.push(clean(min + index * step));
  return { min: clean(min), max: clean(max), ticks };
}

function stepFor(rough: number, unit: Unit): number {
  if (unit === 'seconds' && rough > 1) {
    const step = timeSteps.find((candidate) => candidate >= rough);
    return step ?? Math.ceil(rough / 604_800) * 604_800;
  }
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = decimalSteps.find((candidate) => candidate * magnitude >= rough - magnitude / 1e9) ?? 10;
  const step = factor * magnitude;
  return isCount(unit) ? Math.max(1, Math.ceil(step)) : step;
}

/** 0.1 + 0.2 is not 0.3: ticks are read by users. */
const clean = (value: number): number => Number(value.toPrecision(12));
