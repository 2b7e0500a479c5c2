import { hourMs } from '../../../platform/time-units.ts';
import { quietUntil } from '../engine/campaign-pace.ts';
import type { ZonesOf } from '../engine/engine-deps.ts';
import type { TimeOf } from '../engine/prepare-recipients.ts';
import type { RunningCampaign } from '../engine/running-campaigns.ts';
import { nextMomentIn } from './user-moment.ts';

/** A planned campaign begins some seconds after its first moment, or later after a restart: nobody waits a day for that. */
const graceMs = hourMs;

/**
 * When the own time of some users of a campaign comes, and which time zone their quiet hours are of. Who had that time more
 * than an hour before the start has it the next day; who has quiet hours then, after them.
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
