import { hourMs } from '../../../platform/time-units.ts';
import type { ZonesOf } from '../engine/engine-deps.ts';
import type { SendAt } from '../engine/prepare-recipients.ts';
import type { RunningCampaign } from '../engine/running-campaigns.ts';
import { nextMomentIn } from './user-moment.ts';

/** A planned campaign begins some seconds after its first moment, or later after a restart: nobody waits a day for that. */
const graceMs = hourMs;

/** When the own time of some users of a campaign comes. Who had it more than an hour before the start has it the next day. */
export async function sendAtOf(
  zonesOf: ZonesOf,
  bot: string,
  { sending, startedAt }: Pick<RunningCampaign, 'sending' | 'startedAt'>,
  userIds: readonly number[],
): Promise<SendAt> {
  const { user_time: wanted } = sending;
  if (wanted === null) return () => null;
  const zones = await zonesOf(bot, userIds);
  const moments = new Map<string, number>();
  return (userId) => {
    const zone = zones.get(userId) ?? wanted.time_zone;
    const at = moments.get(zone) ?? nextMomentIn(wanted, zone, startedAt - graceMs);
    moments.set(zone, at);
    return at;
  };
}
