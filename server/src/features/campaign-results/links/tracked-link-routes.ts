import { CampaignMessage, CampaignVariants, listVersions } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { EventStore } from '../../../events/store/event-store.ts';
import type { Attempts } from '../../../platform/attempts.ts';
import type { Http } from '../../../platform/http/http.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { BotRow } from '../../bots/bots.ts';
import {
  createLinkTokens,
  type LinkInstallation,
  linkAddress,
  type ValuesOf,
} from '../../campaign-engine/campaign-engine.ts';
import type { CampaignStore } from '../../campaigns/campaigns.ts';
import type { SiteUsers } from '../../site-users/site-users.ts';
import { createFollowLink } from './follow-link.ts';
import { createLinkResults } from './link-results.ts';
import { createOpenedBy, type OpenedBy, registerLinks } from './link-routes.ts';

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
