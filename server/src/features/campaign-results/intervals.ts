import { fewestCompared, type SharesCompared } from '@botscope/contract';

/** Two-sided 95 % of the normal distribution. */
const z = 1.959963984540054;

/** Wilson's score interval of a share, 95 %. For an empty group it is 0…1. */
export function wilson(count: number, size: number): { low: number; high: number } {
  if (size === 0) return { low: 0, high: 1 };
  const share = count / size;
  const square = (z * z) / size;
  const middle = share + square / 2;
  const reach = z * Math.sqrt((share * (1 - share)) / size + square / (4 * size));
  return {
    low: count === 0 ? 0 : Math.max(0, (middle - reach) / (1 + square)),
    high: count === size ? 1 : Math.min(1, (middle + reach) / (1 + square)),
  };
}

interface Group {
  size: number;
  count: number;
}

const shareOf = ({ count, size }: Group): number => (size === 0 ? 0 : count / size);

/** The 95 % interval of the difference of two shares (Newcombe 1998, method 10). */
export function newcombe(one: Group, other: Group): { low: number; high: number } {
  const [share, otherShare] = [shareOf(one), shareOf(other)];
  const [interval, otherInterval] = [wilson(one.count, one.size), wilson(other.count, other.size)];
  const difference = share - otherShare;
  return {
    low: difference - Math.hypot(share - interval.low, otherInterval.high - otherShare),
    high: difference + Math.hypot(interval.high - share, otherShare - otherInterval.low),
  };
}

/** Compares two shares; no interval for groups below `fewestCompared`. */
export function compareShares(recipients: Group, control: Group): SharesCompared {
  const isFew = recipients.size < fewestCompared || control.size < fewestCompared;
  const interval = isFew ? { low: null, high: null } : newcombe(recipients, control);
  return {
    sent: recipients.count,
    control: control.count,
    difference: shareOf(recipients) - shareOf(control),
    ...interval,
  };
}
