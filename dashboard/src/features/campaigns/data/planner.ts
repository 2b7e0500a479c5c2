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
export function planSending(count: number, sending: CampaignSending, now: number, each = 1): SendingPlan {
  const fastest = (count * each) / Math.min(sending.speed, sending.interval_cap);
  const seconds = sending.spread_hours === null ? fastest : Math.max(fastest, sending.spread_hours * 3_600);
  const quiet = sending.quiet?.in_users_zone === true ? null : sending.quiet;
  const startsAt = skipQuiet(Math.max(beginsAt(sending) ?? now, now), quiet);
  if (sending.user_time !== null) return { seconds, startsAt, endsAt: lastMoment(sending.user_time, now), tooLate: 0 };
  const endsAt = endOf(startsAt, seconds * 1_000, quiet) + ownQuietMs(seconds * 1_000, sending.quiet);
  const deadline = sending.finish_by === null ? null : Date.parse(sending.finish_by);
  if (deadline === null || deadline >= endsAt || seconds === 0) return { seconds, startsAt, endsAt, tooLate: 0 };
  const sent = Math.min(count, Math.floor((count * sendingTime(startsAt, deadline, quiet)) / (seconds * 1_000)));
  return { seconds, startsAt, endsAt: Math.max(deadline, startsAt), tooLate: count - sent };
}

/** The last zone has it then, on the next day if it passed before the start. How many are in which zone is not known here. */
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
function ownQuietMs(duration: number, quiet: Quiet): number {
  if (quiet?.in_users_zone !== true || quiet.from === quiet.to) return 0;
  const length = minutesUntil(minutesOf(quiet.from), minutesOf(quiet.to)) * minuteMs;
  const awake = dayMinutes * minuteMs - length;
  return length * Math.min(mostDays, Math.max(1, Math.ceil(duration / awake)));
}

/** The end of the quiet hours that a moment lies in; the moment itself outside of them. */
function skipQuiet(moment: number, quiet: Quiet): number {
  if (quiet === null || quiet.from === quiet.to) return moment;
  const minute = minuteOfDay(moment, quiet.time_zone);
  const length = minutesUntil(minutesOf(quiet.from), minutesOf(quiet.to));
  if (minutesUntil(minutesOf(quiet.from), minute) >= length) return moment;
  return moment + minutesUntil(minute, minutesOf(quiet.to)) * minuteMs - (moment % minuteMs);
}

/** When the next quiet hours begin after a moment outside of them. */
function nextQuiet(moment: number, quiet: NonNullable<Quiet>): number {
  const minutes = minutesUntil(minuteOfDay(moment, quiet.time_zone), minutesOf(quiet.from)) || dayMinutes;
  return moment + minutes * minuteMs - (moment % minuteMs);
}

/** Quiet hours that leave a minute a day make a campaign of years: nobody needs to know its last day. */
const mostDays = 366;

function endOf(start: number, duration: number, quiet: Quiet): number {
  if (quiet === null || quiet.from === quiet.to) return start + duration;
  let [moment, left] = [start, duration];
  for (let day = 0; day < mostDays; day += 1) {
    const stop = nextQuiet(moment, quiet);
    if (moment + left <= stop) return moment + left;
    left -= stop - moment;
    moment = skipQuiet(stop, quiet);
  }
  return moment;
}

/** Milliseconds between two moments in which messages may leave. */
function sendingTime(start: number, end: number, quiet: Quiet): number {
  if (quiet === null || quiet.from === quiet.to) return Math.max(0, end - start);
  let [moment, sum] = [start, 0];
  for (let day = 0; day < mostDays && moment < end; day += 1) {
    const stop = Math.min(end, nextQuiet(moment, quiet));
    sum += stop - moment;
    moment = skipQuiet(stop, quiet);
    if (moment === stop) break;
  }
  return sum;
}
