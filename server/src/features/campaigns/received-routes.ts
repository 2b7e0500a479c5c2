import { api } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { ReceivedCampaigns } from './campaigns.ts';

interface ReceivedDeps {
  received: Pick<ReceivedCampaigns, 'page'>;
  /** Whether the bot has met the user. */
  knows(bot: string, userId: number): Promise<boolean>;
}

/** The campaigns on the page of a user. */
export function registerReceived(http: Http<BotRow>, { received, knows }: ReceivedDeps): void {
  http.on(api.receivedCampaigns, async ({ bot, params, query: { before } }) => {
    const { key, visitor } = permitted(bot);
    const userId = Number(params.user_id);
    if (!(await knows(key, userId))) throw new AppError('NotFound', { field: 'user_id' });
    return received.page(key, userId, { before: before === undefined ? undefined : Number(before), visitor });
  });
}
