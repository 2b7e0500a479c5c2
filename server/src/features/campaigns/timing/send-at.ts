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
  const { user_time: wanted, quiet } = sending;
  const hasOwnQuiet = quiet?.in_users_zone === true;
  if (wanted === null && !hasOwnQuiet) return () => ({ at: null, zone: null });
  const zones = await zonesOf(bot, userIds);
  const moments = new Map<string | null, number>();

  function momentOf(userTime: NonNullable<typeof wanted>, own: string | null): number {
    const at = nextMomentIn(userTime, own ?? userTime.time_zone, startedAt - graceMs);
    return hasOwnQuiet ? (quietUntil({ ...quiet, time_zone: own ?? quiet.time_zone }, at) ?? at) : at;
  }

  return (userId) => {
    const own = zones.get(userId) ?? null;
    const zone = hasOwnQuiet ? own : null;
    if (wanted === null) return { at: null, zone };
    const at = moments.get(own) ?? momentOf(wanted, own);
    moments.set(own, at);
    return { at, zone };
  };
}
