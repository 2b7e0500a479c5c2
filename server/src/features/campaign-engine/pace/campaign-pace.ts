import type { CampaignSending } from '@botscope/contract';
import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { hourMs } from '../../../platform/time-units.ts';
import type { Speed } from './bucket.ts';

/** Properties of a campaign that its pace depends on. Moments are unix ms. */
export interface PacedCampaign {
  sending: CampaignSending;
  startedAt: number;
  /** Recipients. */
  waiting: number;
}

/** A spread campaign is not slower than this, messages a second: else its last recipient is never reached. */
const slowest = 1 / 3_600;

/**
 * The speed that the campaign's settings ask for. Spread, those who wait share the time that is left. `size`: messages that
 * each of them gets.
 */
export function campaignSpeed({ sending, startedAt, waiting }: PacedCampaign, now: number, size = 1): Speed {
  const { speed, interval_cap: cap, spread_hours } = sending;
  if (spread_hours === null) return { rate: speed, cap };
  const leftS = (startedAt + spread_hours * hourMs - now) / 1_000;
  return { rate: leftS <= 0 ? speed : Math.min(speed, Math.max(slowest, (waiting * size) / leftS)), cap };
}

/** When quiet hours end, unix ms; null outside them. They begin at `from`, and may go beyond midnight. */
export function quietUntil(quietHours: CampaignSending['quiet'], now: number): number | null {
  if (quietHours === null || quietHours.from === quietHours.to) return null;
  const localTime = new TZDate(now, quietHours.time_zone);
  const minute = localTime.getHours() * 60 + localTime.getMinutes();
  const [from, to] = [parseMinute(quietHours.from), parseMinute(quietHours.to)];
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return null;
  const day = to > minute ? localTime : addDays(localTime, 1);
  // A time of day that clocks skip is the one an hour later.
  const end = new TZDate(
    day.getFullYear(),
    day.getMonth(),
    day.getDate(),
    Math.floor(to / 60),
    to % 60,
    quietHours.time_zone,
  ).getTime();
  // The hour comes twice where clocks go back: the later one counts.
  return end > now ? end : end + hourMs;
}

/** Quiet hours that hold for everyone at once; null where users have them by their own time. */
export const sharedQuiet = (quietHours: CampaignSending['quiet']): CampaignSending['quiet'] =>
  quietHours?.in_users_zone === true ? null : quietHours;

/** Recipients who may get messages, where quiet hours are those of their own time zone. */
export interface OpenZones {
  /** Time zones of recipients in which it is not quiet. */
  named: readonly string[];
  /** Whether it is not quiet for those whose own time zone is not known. */
  others: boolean;
  /** When one that is quiet stops to be so, unix ms; null: none is. */
  nextAt: number | null;
}

/** Undefined: everyone may. `zones`: those that recipients have. */
export function openZones(
  quietHours: CampaignSending['quiet'],
  zones: readonly string[],
  now: number,
): OpenZones | undefined {
  if (quietHours?.in_users_zone !== true) return undefined;
  const untilIn = (time_zone: string): number | null => quietUntil({ ...quietHours, time_zone }, now);
  const ends = [quietHours.time_zone, ...zones].map(untilIn).filter((end) => end !== null);
  return {
    named: zones.filter((zone) => untilIn(zone) === null),
    others: untilIn(quietHours.time_zone) === null,
    nextAt: ends.length === 0 ? null : Math.min(...ends),
  };
}

const parseMinute = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
