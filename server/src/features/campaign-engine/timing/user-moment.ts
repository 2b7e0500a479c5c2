import { TZDate } from '@date-fns/tz';
import { dayMs, hourMs, minuteMs } from '../../../platform/time-units.ts';
import type { ZonesOf } from '../engine-deps.ts';
import { quietUntil } from '../pace/campaign-pace.ts';
import type { TimeOf } from '../recipients/prepare-recipients.ts';
import type { RunningCampaign } from '../running-campaigns.ts';

/** Grace of a start that is seconds late, or later after a restart, ms: users whose time just passed wait no day. */
const graceMs = hourMs;

/**
 * Returns when each user's local time comes and which time zone their quiet hours use. Users whose time was more than
 * an hour before the start get the message the next day; quiet hours move it to their end.
 */
export async function timeOfUsers(
  zonesOf: ZonesOf,
  bot: string,
  { sending, startedAt }: Pick<RunningCampaign, 'sending' | 'startedAt'>,
  userIds: readonly number[],
): Promise<TimeOf> {
  const { user_time: localTime, quiet } = sending;
  const hasOwnQuiet = quiet?.in_users_zone === true;
  if (localTime === null && !hasOwnQuiet) return () => ({ at: null, zone: null });
  const zones = await zonesOf(bot, userIds);
  const moments = new Map<string | null, number>();

  function computeMoment(userTime: NonNullable<typeof localTime>, userZone: string | null): number {
    const moment = nextMomentIn(userTime, userZone ?? userTime.time_zone, startedAt - graceMs);
    return hasOwnQuiet ? (quietUntil({ ...quiet, time_zone: userZone ?? quiet.time_zone }, moment) ?? moment) : moment;
  }

  return (userId) => {
    const userZone = zones.get(userId) ?? null;
    const zone = hasOwnQuiet ? userZone : null;
    if (localTime === null) return { at: null, zone };
    const moment = moments.get(userZone) ?? computeMoment(localTime, userZone);
    moments.set(userZone, moment);
    return { at: moment, zone };
  };
}

/** A day and a time of day, wherever one is. */
export interface LocalTime {
  /** `YYYY-MM-DD` */
  date: string;
  /** `HH:MM` */
  time: string;
}

/** Offset from UTC in a time zone at a moment, ms. */
export const offsetAt = (moment: number, zone: string): number =>
  -new TZDate(moment, zone).getTimezoneOffset() * minuteMs;

/**
 * When clocks of a time zone show a local time, unix ms. Where they show it twice, the first one; where they skip it, as
 * much later as they skip: 02:30 is 03:30 then. That is the rule of calendars, and `compatible` of Temporal.
 */
export function momentIn({ date, time }: LocalTime, zone: string): number {
  const clockMs = Date.parse(`${date}T${time}:00Z`);
  // Offsets change seldom: before and after the time in question are the only two that can hold then.
  const [before, after] = [offsetAt(clockMs - dayMs, zone), offsetAt(clockMs + dayMs, zone)];
  const exact = [before, after]
    .map((offset) => clockMs - offset)
    .filter((moment) => moment + offsetAt(moment, zone) === clockMs);
  return exact.length > 0 ? Math.min(...exact) : clockMs - before;
}

/** The first time that such a local time comes, on its day or a later one, not before a moment: unix ms. */
export function nextMomentIn(localTime: LocalTime, zone: string, notBefore: number): number {
  const first = momentIn(localTime, zone);
  if (first >= notBefore) return first;
  // Days between them, less one: clocks may have changed.
  const days = Math.max(0, Math.floor((notBefore - first) / dayMs) - 1);
  for (let day = days; ; day += 1) {
    const date = new Date(Date.parse(localTime.date) + day * dayMs).toISOString().slice(0, 10);
    const moment = momentIn({ ...localTime, date }, zone);
    if (moment >= notBefore) return moment;
  }
}
