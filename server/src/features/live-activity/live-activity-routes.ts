import { api, type Held, type LiveActivity, mayRead, opens } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';

export function registerLiveActivity(
  http: Http<BotRow>,
  { liveActivity }: { liveActivity: (bot: string) => Promise<LiveActivity> },
): void {
  http.on(api.liveActivity, async ({ bot, held }) => {
    // It counts visitors: a member with another single report alone may not see them.
    if (!mayRead(permitted(held), 'visitors')) throw new AppError('AccessDenied');
    return visibleTo(permitted(held), await liveActivity(permitted(bot).key));
  });
}

/** Names belong to the list of users, commands and buttons to their report. */
function visibleTo(held: Held, activity: LiveActivity): LiveActivity {
  const names = opens(held, 'section.users.list');
  const commands = mayRead(held, 'user_commands_stat');
  const events = activity.events.map((event) => ({
    ...event,
    name: commands ? event.name : '',
    user: names ? event.user : null,
  }));
  return { ...activity, events };
}
