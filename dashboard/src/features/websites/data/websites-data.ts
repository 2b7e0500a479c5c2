import { type PageStatus, type Website, type WebsiteOptions, websiteEndpoints } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import { errorsEveryMs, followEveryMs } from '../../mini-apps/public/script-data.ts';

export type SitePath = Pick<Website, 'site_id' | 'bot_key'>;

const toParams = ({ site_id, bot_key }: SitePath) => ({ key: bot_key, site_id: String(site_id) });
const keyOf = ({ site_id, bot_key }: SitePath, part: string) => ['bots', bot_key, 'websites', site_id, part];

/** Websites of all bots of the account, or of the demo's bot; the newest first. */
export const websitesQuery = (demo: string | null) =>
  queryOptions({
    queryKey: ['websites', demo],
    queryFn: ({ signal }) =>
      demo === null
        ? call(websiteEndpoints.listAll, { signal })
        : call(websiteEndpoints.list, { params: { key: demo }, signal }),
    staleTime: 0,
  });
const ownWebsitesKey = websitesQuery(null).queryKey;

/** Numbers of a website in the last 30 days. */
export const numbersQuery = (site: SitePath) =>
  queryOptions({
    queryKey: keyOf(site, 'numbers'),
    queryFn: ({ signal }) => call(websiteEndpoints.numbers, { params: toParams(site), signal }),
  });

/** The last hits, requested again and again while the page is visible. */
export const recentHitsQuery = (site: SitePath, isPaused: boolean) =>
  queryOptions({
    queryKey: keyOf(site, 'hits'),
    queryFn: ({ signal }) => call(websiteEndpoints.recentHits, { params: toParams(site), signal }),
    staleTime: 0,
    refetchInterval: isPaused ? false : followEveryMs,
    refetchOnWindowFocus: !isPaused,
  });

export const siteErrorsQuery = (site: SitePath, isPaused: boolean) =>
  queryOptions({
    queryKey: keyOf(site, 'errors'),
    queryFn: ({ signal }) => call(websiteEndpoints.errors, { params: toParams(site), signal }),
    staleTime: 0,
    refetchInterval: isPaused ? false : errorsEveryMs,
  });

/** Pages of the website that report with another key. */
export const otherKeysQuery = (site: SitePath, isPaused: boolean) =>
  queryOptions({
    queryKey: keyOf(site, 'other-keys'),
    queryFn: ({ signal }) => call(websiteEndpoints.otherKeys, { params: toParams(site), signal }),
    staleTime: 0,
    refetchInterval: isPaused ? false : errorsEveryMs,
  });

export interface WebsiteDraft {
  name: string;
  domains: string[];
  options: WebsiteOptions;
}

/** @throws ApiError SiteAlreadyExists (name), TooManyWebsites */
export async function createWebsite(bot: string, draft: WebsiteDraft): Promise<Website> {
  return keepWebsite(await call(websiteEndpoints.create, { params: { key: bot }, body: draft }));
}

/** @throws ApiError SiteAlreadyExists (name) */
export async function updateWebsite(site: SitePath, draft: WebsiteDraft): Promise<Website> {
  return keepWebsite(await call(websiteEndpoints.update, { params: toParams(site), body: draft }));
}

/** @throws ApiError */
export async function setWebsiteStatus(site: SitePath, status: PageStatus): Promise<Website> {
  return keepWebsite(await call(websiteEndpoints.setStatus, { params: toParams(site), body: { status } }));
}

/** Issues a new key; the previous one is accepted for `keepHours` more. @throws ApiError */
export async function rotateWebsiteKey(site: SitePath, keepHours: number): Promise<Website> {
  const body = { keep_hours: keepHours };
  return keepWebsite(await call(websiteEndpoints.rotateKey, { params: toParams(site), body }));
}

/** With everything that it has reported. @throws ApiError */
export async function removeWebsite(site: SitePath, name: string): Promise<void> {
  await call(websiteEndpoints.remove, { params: toParams(site), body: { name } });
}

/** Takes a removed website out of the list. */
export function dropWebsite({ site_id }: SitePath): void {
  queryClient.setQueryData(ownWebsitesKey, (list) => list?.filter((one) => one.site_id !== site_id));
}

function keepWebsite(site: Website): Website {
  queryClient.setQueryData(ownWebsitesKey, (list) => list && withWebsite(list, site));
  return site;
}

const withWebsite = (list: readonly Website[], site: Website): Website[] =>
  list.some(({ site_id }) => site_id === site.site_id)
    ? list.map((one) => (one.site_id === site.site_id ? site : one))
    : [site, ...list];
