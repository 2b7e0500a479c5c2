import { type LinkClicks, listTrackedLinks, locateLink } from '@botscope/contract';
import { runQuery } from '../../../analytics/query/run-query.ts';
import { type Scope, type Sources, scope } from '../../../analytics/query/scope.ts';
import { clickedLink } from '../../../events/normalize/link-click-event.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import { dayMs } from '../../../platform/time-units.ts';

/** As clicks name it. */
function toClickName(link: number): string {
  const { message, link: number } = locateLink(link);
  return clickedLink(message, number);
}

interface ClickedCampaign {
  bot: string;
  campaignId: number;
  /** When it was started, Unix ms; 0 where it was not. */
  startedAt: number;
  signal?: AbortSignal | undefined;
}

/** The clicks of a campaign: they lie in the partitions of days since it was started. */
const clicksSql = (from: Sources): string =>
  `${from.eventsWith("kind = 'link_click' AND name = {campaign:String} AND partition_key >= {first_day:UInt32}")}`;

const countsSql = (from: Sources): string => `
SELECT text AS link, uniqExact(user_id) AS users, count() AS clicks
FROM ${clicksSql(from)}
GROUP BY link`;

const usersSql =
  (condition: string) =>
  (from: Sources): string =>
    `
SELECT DISTINCT user_id
FROM ${clicksSql(from)} AND user_id > {after:Int64}${condition}
ORDER BY user_id LIMIT {limit:UInt32}`;

/** Counts clicks on the tracked links of campaigns and lists their users: docs/metrics.md, "Tracked links". */
export function createLinkResults(deps: { store: Pick<EventStore, 'query'>; now?: () => number }) {
  const { store, now = Date.now } = deps;

  const toScope = ({ bot, startedAt }: ClickedCampaign): Scope => scope(bot, startedAt, now() + dayMs);
  const toParams = ({ campaignId, startedAt }: ClickedCampaign) => ({
    campaign: String(campaignId),
    first_day: Math.floor(startedAt / dayMs),
  });
  const toOptions = ({ bot, signal }: ClickedCampaign) => ({ tag: `campaign/${bot}`, signal });

  return {
    /** Clicks of each link of all messages, in their order. */
    async counts(campaign: ClickedCampaign, content: Parameters<typeof listTrackedLinks>[0]): Promise<LinkClicks[]> {
      const links = listTrackedLinks(content);
      if (links.length === 0) return [];
      const statement = toScope(campaign).statement(countsSql, toParams(campaign));
      const rows = await runQuery<{ link: string; users: number; clicks: number }>(
        store,
        statement,
        toOptions(campaign),
      );
      const rowsByLink = new Map(rows.map((row) => [row.link, row]));
      return links.map((one) => {
        const { users = 0, clicks = 0 } = rowsByLink.get(toClickName(one.link)) ?? {};
        return { ...one, users, clicks };
      });
    },

    /** Rising ids of users who opened a link, or any where none is named. */
    async users(campaign: ClickedCampaign, link: number | null, after: number, limit: number): Promise<number[]> {
      const condition = link === null ? '' : ' AND text = {link:String}';
      const statement = toScope(campaign).statement(usersSql(condition), {
        ...toParams(campaign),
        after,
        limit,
        ...(link !== null && { link: toClickName(link) }),
      });
      const rows = await runQuery<{ user_id: number }>(store, statement, toOptions(campaign));
      return rows.map(({ user_id }) => user_id);
    },
  };
}

export type LinkResults = ReturnType<typeof createLinkResults>;
