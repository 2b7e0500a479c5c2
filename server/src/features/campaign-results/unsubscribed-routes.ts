import { api, opens } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import { type CampaignStore, loadProfiles } from '../campaigns/campaigns.ts';
import type { UnsubscribeRow, Unsubscribes } from '../unsubscribes/unsubscribes.ts';

const usersOfPage = 50;

interface UnsubscribedRoutesDeps {
  rows: Pick<CampaignStore, 'assertKnown'>;
  unsubscribes: Pick<Unsubscribes, 'ofCampaign' | 'countOfCampaign'>;
  store: Pick<EventStore, 'query' | 'rollup'>;
}

/** Registers the users who have unsubscribed after a campaign. */
export function registerUnsubscribed(http: Http<BotRow>, { rows, unsubscribes, store }: UnsubscribedRoutesDeps): void {
  async function presentUsers(bot: string, list: readonly UnsubscribeRow[], showsNames: boolean) {
    const ids = list.map(({ userId }) => userId);
    const profiles = showsNames ? await loadProfiles(store, bot, ids) : [];
    const names = new Map(profiles.map((profile) => [profile.user_id, profile]));
    return list.map(({ userId, at, source, reason }) => {
      const profile = names.get(userId);
      return {
        user_id: userId,
        name: [profile?.first_name, profile?.last_name].filter(Boolean).join(' '),
        username: profile?.username ?? '',
        at: at.toISOString(),
        source,
        reason,
      };
    });
  }

  http.on(api.campaignUnsubscribed, async ({ bot, params, permissions, query }) => {
    const [{ key }, id] = [permitted(bot), Number(params.campaign_id)];
    await rows.assertKnown(key, id);
    const [total, unsubscribeRows] = await Promise.all([
      unsubscribes.countOfCampaign(key, id, query.reason),
      unsubscribes.ofCampaign(key, id, {
        after: Number(query.after ?? 0),
        limit: usersOfPage + 1,
        reason: query.reason,
      }),
    ]);
    const page = unsubscribeRows.slice(0, usersOfPage);
    return {
      total,
      users: await presentUsers(key, page, opens(permitted(permissions), 'section.users.list')),
      next: unsubscribeRows.length > usersOfPage ? (page.at(-1)?.userId ?? null) : null,
    };
  });
}
