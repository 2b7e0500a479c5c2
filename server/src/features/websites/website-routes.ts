import { type Account, opens, type RecentSiteHit, websiteEndpoints } from '@botscope/contract';
import { isAllowedPage } from '../../ingest/hits/allowed-domain.ts';
import type { HitErrors } from '../../ingest/hits/hit-errors.ts';
import type { RecentHits } from '../../ingest/hits/recent-hits.ts';
import { isWrittenOut, type UnknownKeys } from '../../ingest/hits/unknown-keys.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Grants, permissionsFor, permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { createWebsiteNumbers } from './website-numbers.ts';
import type { Websites } from './websites.ts';

interface WebsiteRoutesDeps {
  websites: Websites;
  numbers: Pick<ReturnType<typeof createWebsiteNumbers>, 'numbers'>;
  recentHits: Pick<RecentHits<RecentSiteHit>, 'list'>;
  unknownKeys: Pick<UnknownKeys, 'list'>;
  errors: Pick<HitErrors, 'list'>;
  bots: Pick<Bots, 'shownTo'>;
  grantsOf: (account: Account | null) => Promise<Grants>;
  record: RecordAudit;
}

const calls = websiteEndpoints;

export function registerWebsites(http: Http<BotRow>, deps: WebsiteRoutesDeps): void {
  const { websites, record } = deps;
  /** The website of a call's path. @throws AppError NotFound */
  const loadSite = (bot: BotRow | null, params: { site_id: string }) =>
    websites.one(permitted(bot).key, Number(params.site_id));

  http.on(calls.listAllWebsites, async ({ account }) => {
    const grants = await deps.grantsOf(account);
    const bots = await deps.bots.shownTo(signedIn(account).key, [...grants.keys()]);
    const visibleBots = bots.filter((bot) => opens(permissionsFor(account, bot, grants), 'webapp.view'));
    return websites.ofBots(visibleBots.map(({ key }) => key));
  });
  http.on(calls.listWebsites, ({ bot }) => websites.ofBots([permitted(bot).key]));
  http.on(calls.getWebsite, ({ bot, params }) => loadSite(bot, params));
  http.on(calls.websiteNumbers, async ({ bot, params, signal }) => {
    const { bot_key, site_id } = await loadSite(bot, params);
    return deps.numbers.numbers(bot_key, site_id, signal);
  });
  http.on(calls.recentSiteHits, async ({ bot, params, permissions }) => {
    const { bot_key, site_id } = await loadSite(bot, params);
    const hits = await deps.recentHits.list(bot_key, site_id);
    // The user behind a hit belongs to the list of users; nobody sees the user of a visitor's hash.
    const seesUsers = opens(permitted(permissions), 'section.users.list');
    return hits.map((hit) => {
      if (hit.user_id === null) return hit;
      return seesUsers ? { ...hit, visitor: '' } : { ...hit, user_id: null };
    });
  });
  http.on(calls.otherSiteKeys, async ({ bot, params }) => {
    const { key, domains: all } = await loadSite(bot, params);
    const domains = all.filter(isWrittenOut);
    // All visitors of the demo would see what is said of its pages.
    if (permitted(bot).is_demo) return [];
    return deps.unknownKeys.list(key, ({ host, origin }) => isAllowedPage(domains, host, origin));
  });
  http.on(calls.websiteErrors, async ({ bot, params, permissions }) => {
    const errors = await deps.errors.list((await loadSite(bot, params)).site_id);
    // Examples may hold anything that a page sent.
    const seesPeople = opens(permitted(permissions), 'section.users.list');
    return seesPeople ? errors : errors.map((error) => ({ ...error, text: '' }));
  });

  http.on(calls.createWebsite, async ({ body, ...call }) => {
    const site = await websites.create(permitted(call.bot), body);
    await record(call, 'website_added', { name: site.name });
    return site;
  });
  http.on(calls.updateWebsite, async ({ body, params, ...call }) => {
    const site = await websites.update(permitted(call.bot).key, Number(params.site_id), body);
    await record(call, 'website_changed', { name: site.name });
    return site;
  });
  http.on(calls.setWebsiteStatus, async ({ body, params, ...call }) => {
    const site = await websites.setStatus(permitted(call.bot).key, Number(params.site_id), body.status);
    await record(call, 'website_changed', { name: site.name, status: site.status });
    return site;
  });
  http.on(calls.rotateWebsiteKey, async ({ body, params, ...call }) => {
    const site = await websites.rotateKey(permitted(call.bot).key, Number(params.site_id), body.keep_hours);
    await record(call, 'website_changed', { name: site.name, key: 'replaced' });
    return site;
  });
  http.on(calls.removeWebsite, async ({ body, params, ...call }) => {
    const site = await websites.remove(permitted(call.bot).key, Number(params.site_id), body.name);
    await record(call, 'website_removed', { name: site.name });
    return null;
  });
}
