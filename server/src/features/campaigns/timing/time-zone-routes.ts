import { api } from '@botscope/contract';
import type { Http } from '../../../platform/http/http.ts';
import { permitted } from '../../access/access.ts';
import type { BotRow } from '../../bots/bots.ts';
import type { createCountZones } from './users-zones.ts';

/** Registers the count of users of an audience whose time zone is known. */
export function registerTimeZones(
  http: Http<BotRow>,
  { countZones }: { countZones: ReturnType<typeof createCountZones> },
): void {
  http.on(api.countTimeZones, ({ body, bot, account, signal }) => {
    const { key, visitor } = permitted(bot);
    return countZones({ bot: key, audience: body, timeZone: account?.time_zone ?? 'UTC', visitor, signal });
  });
}
