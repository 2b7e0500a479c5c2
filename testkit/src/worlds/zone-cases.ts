import { listBuckets, shiftDay } from '../oracle/calendar.ts';
import type { Dice } from './dice.ts';

/** A zone, and a local day on which its calendar is odd. */
export interface ZoneCase {
  zone: string;
  /** `YYYY-MM-DD`. */
  day: string;
}

/** Clock changes by an hour and by half an hour, at midnight (missing, doubled), zones of halves and quarters, month and week ends. */
export const zoneCases: readonly ZoneCase[] = [
  { zone: 'UTC', day: '2024-03-01' },
  { zone: 'Europe/Berlin', day: '2024-03-31' },
  { zone: 'Asia/Kathmandu', day: '2023-12-31' },
  { zone: 'Australia/Lord_Howe', day: '2024-04-07' },
  { zone: 'Australia/Lord_Howe', day: '2024-10-06' },
  { zone: 'America/Havana', day: '2023-11-05' },
  { zone: 'America/Havana', day: '2024-03-10' },
  { zone: 'Africa/Cairo', day: '2024-04-26' },
  { zone: 'Africa/Cairo', day: '2024-10-31' },
  { zone: 'Asia/Beirut', day: '2024-03-31' },
  { zone: 'Asia/Beirut', day: '2023-10-28' },
  { zone: 'Pacific/Apia', day: '2021-04-04' },
  { zone: 'America/New_York', day: '2024-12-31' },
];

const minute = 60_000;
const dayMinutes = 1_440;

/** The first moment of a local day, Unix ms. */
export const midnight = ({ zone, day }: ZoneCase, days = 0): number => {
  const localDay = shiftDay(day, days);
  return listBuckets({ from: localDay, to: localDay, zone }, 'day').at(0)?.start ?? 0;
};

/** A moment at which mistakes would show: beside a midnight, on the odd day, or some weeks away. */
export function oddMoment(zoneCase: ZoneCase, dice: Dice): number {
  const midnightMoment =
    midnight(zoneCase, dice.between(-1, 2)) + dice.pick([0, -1, 1, -1_000, 900, -4 * minute, 4 * minute]);
  const onTheDay = midnight(zoneCase) + dice.between(0, dayMinutes) * minute + dice.between(0, 999);
  const weekMoment = midnight(zoneCase) + dice.between(-4 * dayMinutes, 5 * dayMinutes) * minute;
  const distantMoment = midnight(zoneCase) + dice.between(-40 * dayMinutes, 40 * dayMinutes) * minute + 17;
  return dice.pick([midnightMoment, midnightMoment, onTheDay, onTheDay, weekMoment, weekMoment, distantMoment]);
}

/** Pauses about the gaps that end sessions (5, 30 and 90 minutes), and longer ones, ms. */
export function pause(dice: Dice): number {
  const gap = dice.pick([5, 30, 90]) * minute + dice.pick([-1, 0, 1]);
  const days = dice.between(1, 9) * dayMinutes * minute + dice.between(-600, 600) * minute;
  return dice.pick([1_000, 40_000, 3 * minute, gap, gap, dice.between(1, 900) * minute, days]);
}
