import { type CampaignParam, readableParams, type SiteVisit } from '@botscope/contract';
import { buildLaunch, type Launch, type StartRules, unnamedParam } from './start-payload.ts';

/** Click IDs with the source and the medium that they mean, where the link says nothing else. */
const clickIds: readonly (readonly [CampaignParam, source: string, medium: string])[] = [
  ['gclid', 'google', 'cpc'],
  ['gbraid', 'google', 'cpc'],
  ['wbraid', 'google', 'cpc'],
  ['dclid', 'google', 'display'],
  ['yclid', 'yandex', 'cpc'],
  ['ysclid', 'yandex', 'organic'],
  ['fbclid', 'facebook', 'social'],
  ['msclkid', 'bing', 'cpc'],
  ['ttclid', 'tiktok', 'cpc'],
  ['twclid', 'twitter', 'cpc'],
  ['li_fat_id', 'linkedin', 'cpc'],
  ['rb_clickid', 'vk', 'cpc'],
];

const otherNames = new Set<string>(Object.values(readableParams).filter((name) => name !== readableParams.utm_source));

/**
 * The launch of a start by a ticket: what a link with the visit's parameters in readable form would give. `auto` does not
 * cut payloads and knows one parameter, which is the source; the others keep their names there.
 */
export function launchOfVisit(visit: SiteVisit, rules: StartRules): Launch {
  const { type } = rules;
  const namedRules = type === 'auto' ? { ...rules, type: 'all' as const, sourceParam: unnamedParam } : rules;
  const isOther = namedRules.sourceParam === '' || otherNames.has(namedRules.sourceParam);
  const sourceName = isOther ? readableParams.utm_source : namedRules.sourceParam;
  const pairs = new Map<string, string>();
  for (const [param, name] of Object.entries(readableParams) as [CampaignParam, string][]) {
    const value = visit.params[param] ?? impliedBy(visit)[param] ?? '';
    const key = param === 'utm_source' ? sourceName : name;
    if (value !== '') pairs.set(key, value);
  }
  return buildLaunch(pairs, namedRules);
}

/** Without a source in the address: whose click ID it has, else the website before, else the website itself. */
function impliedBy({ params, referrer, host }: SiteVisit): Partial<Record<CampaignParam, string>> {
  if ((params.utm_source ?? '') !== '') return {};
  const clicked = clickIds.find(([param]) => (params[param] ?? '') !== '');
  if (clicked !== undefined) return { utm_source: clicked[1], utm_medium: clicked[2] };
  const from = extractHost(referrer);
  return from === '' ? { utm_source: withoutWww(host) } : { utm_source: from, utm_medium: 'referral' };
}

const extractHost = (referrer: string): string => withoutWww(referrer.split('/', 1)[0] ?? '');
const withoutWww = (host: string): string => host.replace(/^www\./, '');
