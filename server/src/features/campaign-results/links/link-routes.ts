import type { IncomingHttpHeaders } from 'node:http';
import { api, CampaignMessage, CampaignVariants, listVersions } from '@botscope/contract';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { EventStore } from '../../../events/store/event-store.ts';
import type { Attempts } from '../../../platform/attempts.ts';
import type { Http } from '../../../platform/http/http.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { permitted } from '../../access/access.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { BotRow } from '../../bots/bots.ts';
import {
  createLinkTokens,
  type LinkInstallation,
  linkAddress,
  type ValuesOf,
} from '../../campaign-engine/campaign-engine.ts';
import type { CampaignStore, StoredCampaign } from '../../campaigns/campaigns.ts';
import type { SiteUsers } from '../../pages/pages.ts';
import { createFollowLink, type FollowLink } from './follow-link.ts';
import { createLinkResults, type LinkResults } from './link-results.ts';

/** Programs that look at a page before a user does, or instead of one: link previews, search engines, scripts. */
const programs =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|prefetch|scan|monitor|facebookexternalhit|facebot|whatsapp|skypeuripreview|vkshare|embedly|iframely|curl|wget|python|java\/|okhttp|go-http|node|undici|axios|libwww|headless/i;

/** Whether a request for a tracked link is a user's click: a GET by a browser that shows the page now. */
export function isCounted(method: string, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET') return false;
  const agent = headers['user-agent'] ?? '';
  if (agent === '' || programs.test(agent)) return false;
  const purpose = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].join(' ');
  return !/prefetch|preview/i.test(purpose);
}

/** For users, in whose language nobody knows. */
const goneText = 'This link does not work any more.\nЭта ссылка больше не работает.\n';

interface LinkRoutesDeps {
  rows: Pick<CampaignStore, 'get'>;
  results: LinkResults;
  follow: FollowLink;
  attempts: Attempts;
  /** Beginning of tracked links; null where users cannot open them. */
  address: string | null;
  /** Whether someone who works with the product opens it, to see where it leads. */
  isSignedIn: (request: FastifyRequest) => Promise<boolean>;
}

/** Registers the routes of tracked links: the redirect, and their clicks. */
function registerLinks(http: Http<BotRow>, deps: LinkRoutesDeps): void {
  const { rows, results, follow, attempts, address, isSignedIn } = deps;

  http.app.get<{ Params: { token: string } }>(
    '/r/:token',
    { config: { access: 'visitor' } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      reply.header('x-robots-tag', 'noindex, nofollow');
      reply.header('referrer-policy', 'no-referrer');
      await attempts.take({ 'link:address': request.ip });
      const isClick = isCounted(request.method, request.headers) && !(await isSignedIn(request));
      const url = await follow(request.params.token, isClick);
      if (url === null) return reply.code(404).type('text/plain; charset=utf-8').send(goneText);
      return reply.redirect(url, 302);
    },
  );

  http.on(api.trackedLinkAddress, async () => ({ address }));

  http.on(api.campaignLinks, async ({ bot, params, signal }) => {
    const { key } = permitted(bot);
    const campaign = await rows.get(key, Number(params.campaign_id));
    const { id: campaignId, startedAt } = campaign;
    return results.counts({ bot: key, campaignId, startedAt: startedAt?.getTime() ?? 0, signal }, campaign);
  });
}

/** The users behind the clicks, page by page: `opened` for any link, or `opened:0` for one by its number. */
export const createOpenedBy =
  (results: LinkResults) =>
  ({ id: campaignId, bot, startedAt }: StoredCampaign, outcome: string, signal?: AbortSignal) => {
    const [, link] = outcome.split(':');
    const clicked = { bot, campaignId, startedAt: startedAt?.getTime() ?? 0, signal };
    return (after: number, limit: number): Promise<number[]> =>
      results.users(clicked, link === undefined ? null : Number(link), after, limit);
  };
export type OpenedBy = ReturnType<typeof createOpenedBy>;

/** The messages of a campaign, whose bot only the link knows; null where it is gone. */
async function messageOfCampaign(db: Kysely<Tables>, campaignId: number) {
  const row = await db
    .selectFrom('campaigns')
    .select(['bot_key', 'message', 'variants'])
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const [message, variants] = [z.parse(CampaignMessage, row.message), z.parse(CampaignVariants, row.variants)];
  return { bot: row.bot_key, messages: listVersions({ message, variants }).map((version) => version.message) };
}

/** The redirect of tracked links, and the results of clicks. */
export function createTrackedLinks(deps: {
  accounts: Pick<Accounts, 'session'>;
  attempts: Attempts;
  config: LinkInstallation;
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query' | 'write'>;
  valuesOf: ValuesOf;
  siteUsers: Pick<SiteUsers, 'withCode'>;
  logger: Pick<Logger, 'warn'>;
}) {
  const { accounts, attempts, config, db, siteUsers, store, valuesOf, logger } = deps;
  return {
    /** Adds the routes; returns how recipients are listed by what they opened. */
    routes(http: Http<BotRow>, rows: Pick<CampaignStore, 'get'>): OpenedBy {
      const results = createLinkResults({ store });
      registerLinks(http, {
        rows,
        results,
        attempts,
        address: linkAddress(config.publicUrl),
        follow: createFollowLink({
          tokens: createLinkTokens(config.appSecret),
          messagesOf: (campaignId) => messageOfCampaign(db, campaignId),
          valuesOf,
          withCode: siteUsers.withCode,
          store,
          logger,
        }),
        isSignedIn: async ({ headers }) => (await accounts.session(headers)) !== null,
      });
      return createOpenedBy(results);
    },
  };
}
