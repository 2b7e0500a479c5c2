import { hourMs } from '../../../platform/time-units.ts';
import type { ZonesOf } from '../engine-deps.ts';
import { quietUntil } from '../pace/campaign-pace.ts';
import type { TimeOf } from '../recipients/prepare-recipients.ts';
import type { RunningCampaign } from '../running-campaigns.ts';
import { nextMomentIn } from './user-moment.ts';

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
