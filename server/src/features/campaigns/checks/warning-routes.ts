import { api } from '@botscope/contract';
import type { Attempts } from '../../../platform/attempts.ts';
import type { Http } from '../../../platform/http/http.ts';
import { permitted, signedIn } from '../../access/access.ts';
import type { BotRow } from '../../bots/bots.ts';
import type { CampaignStore } from '../campaign-store.ts';
import type { LinkChecker } from './link-checker.ts';
import { campaignAddresses } from './message-links.ts';
import type { LoadValueWarnings } from './value-warnings.ts';

interface WarningRoutesDeps {
  rows: Pick<CampaignStore, 'get'>;
  links: LinkChecker;
  valueWarnings: LoadValueWarnings;
  attempts: Attempts;
}

/** Registers warnings, which do not keep a campaign from being started, but should be known before. */
export function registerWarnings(
  http: Http<BotRow>,
  { rows, links, valueWarnings, attempts }: WarningRoutesDeps,
): void {
  http.on(api.campaignLinkWarnings, async ({ bot, account, params }) => {
    const campaign = await rows.get(permitted(bot).key, Number(params.campaign_id));
    const { checked, unchecked } = campaignAddresses(campaign);
    const urls = checked.map(({ url }) => url);
    if (links.isNew(urls)) await attempts.take({ 'link-check:account': signedIn(account).key });
    const results = await links.check(urls);
    const broken = checked.flatMap(({ url, versions }) => {
      const problem = results.get(url);
      return problem ? [{ url, versions, ...problem }] : [];
    });
    return { working: checked.length - broken.length, broken, unchecked };
  });
  http.on(api.campaignValueWarnings, async ({ bot, account, permissions, params, signal }) => {
    const campaign = await rows.get(permitted(bot).key, Number(params.campaign_id));
    const { key: accountKey, time_zone: timeZone } = signedIn(account);
    const caller = { bot: campaign.bot, accountKey, timeZone, permissions: permitted(permissions), signal };
    return valueWarnings(caller, campaign);
  });
}
