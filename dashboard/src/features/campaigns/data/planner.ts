import { beginsAt, type CampaignSending, endsEverywhere } from '@botscope/contract';
import { minuteOfDay } from './zoned-time.ts';

const minuteMs = 60_000;
const dayMinutes = 1_440;

export interface SendingPlan {
  /** Time in which messages leave, without quiet hours, seconds. */
  seconds: number;
  /** Unix ms. */
  startsAt: number;
  /** At the latest, where quiet hours are those of users' own time zones. */
  endsAt: number;
  /** Users whose turn comes after `finish_by`. */
  tooLate: number;
}

/**
 * Estimates the start and end of sending to `count` users if Telegram accepts messages as fast as they come. `each`:
 * messages per user.
 */
export function planSending(count: number, settings: CampaignSending, now: number, each = 1): SendingPlan {
  const fastest = (count * each) / Math.min(settings.speed, settings.interval_cap);
  const seconds = settings.spread_hours === null ? fastest : Math.max(fastest, settings.spread_hours * 3_600);
  const quietHours = settings.quiet?.in_users_zone === true ? null : settings.quiet;
  const startsAt = skipQuiet(Math.max(beginsAt(settings) ?? now, now), quietHours);
  if (settings.user_time !== null)
    return { seconds, startsAt, endsAt: lastMoment(settings.user_time, now), tooLate: 0 };
  const endsAt = computeEnd(startsAt, seconds * 1_000, quietHours) + ownQuietMs(seconds * 1_000, settings.quiet);
  const deadline = settings.finish_by === null ? null : Date.parse(settings.finish_by);
  if (deadline === null || deadline >= endsAt || seconds === 0) return { seconds, startsAt, endsAt, tooLate: 0 };
  const sentCount = Math.min(
    count,
    Math.floor((count * sendingTime(startsAt, deadline, quietHours)) / (seconds * 1_000)),
  );
  return { seconds, startsAt, endsAt: Math.max(deadline, startsAt), tooLate: count - sentCount };
}

/** End in the last time zone; on the next day if the time passed before the start. Users per zone are unknown here. */
function lastMoment(userTime: NonNullable<CampaignSending['user_time']>, now: number): number {
  const first = beginsAt({ date_send: null, user_time: userTime }) ?? now;
  return first < now ? endsEverywhere(userTime) + dayMinutes * minuteMs : endsEverywhere(userTime);
}

type Quiet = CampaignSending['quiet'];
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const minutesUntil = (from: number, to: number): number => (to - from + dayMinutes) % dayMinutes;

/**
 * Longest delay caused by quiet hours in users' own time zones: if all users are in one zone where they begin with the
 * campaign, and again with each further day.
 */
function ownQuietMs(duration: number, quietHours: Quiet): number {
  if (quietHours?.in_users_zone !== true || quietHours.from === quietHours.to) return 0;
  const length = minutesUntil(minutesOf(quietHours.from), minutesOf(quietHours.to)) * minuteMs;
  const activeMs = dayMinutes * minuteMs - length;
  return length * Math.min(maxDays, Math.max(1, Math.ceil(duration / activeMs)));
}

/** The end of the quiet hours that a moment lies in; the moment itself outside of them. */
function skipQuiet(moment: number, quietHours: Quiet): number {
  if (quietHours === null || quietHours.from === quietHours.to) return moment;
  const minute = minuteOfDay(moment, quietHours.time_zone);
  const length = minutesUntil(minutesOf(quietHours.from), minutesOf(quietHours.to));
  if (minutesUntil(minutesOf(quietHours.from), minute) >= length) return moment;
  return moment + minutesUntil(minute, minutesOf(quietHours.to)) * minuteMs - (moment % minuteMs);
}

/** When the next quiet hours begin after a moment outside of them. */
function nextQuiet(moment: number, quietHours: NonNullable<Quiet>): number {
  const minutes = minutesUntil(minuteOfDay(moment, quietHours.time_zone), minutesOf(quietHours.from)) || dayMinutes;
  return moment + minutes * minuteMs - (moment % minuteMs);
}

/** Quiet hours that leave a minute a day make a campaign of years: nobody needs to know its last day. */
const maxDays = 366;

function computeEnd(start: number, duration: number, quietHours: Quiet): number {
  if (quietHours === null || quietHours.from === quietHours.to) return start + duration;
  let [moment, remainingMs] = [start, duration];
  for (let day = 0; day < maxDays; day += 1) {
    const stop = nextQuiet(moment, quietHours);
    if (moment + remainingMs <= stop) return moment + remainingMs;
    remainingMs -= stop - moment;
    moment = skipQuiet(stop, quietHours);
  }
  return moment;
}

/** Milliseconds between two moments in which messages may leave. */
function sendingTime(start: number, end: number, quietHours: Quiet): number {
  if (quietHours === null || quietHours.from === quietHours.to) return Math.max(0, end - start);
  let [moment, sum] = [start, 0];
  for (let day = 0; day < maxDays && moment < end; day += 1) {
    const stop = Math.min(end, nextQuiet(moment, quietHours));
    sum += stop - moment;
    moment = skipQuiet(stop, quietHours);
    if (moment === stop) break;
  }
  return sum;
}
