import { type RecentSiteHit, type Website, type WebsiteNumbers, websiteEndpoints } from '@botscope/contract';
import { IconWorldCode } from '@tabler/icons-react';
import { call } from '../../../platform/api/call.ts';
import { createPageData } from '../data/page-data.ts';
import type { PageKind } from '../data/page-kind.ts';
import { parseDomains } from './domains.ts';
import type { SiteFinding } from './live-check.ts';

export interface SiteTypes {
  page: Website;
  path: { key: string; site_id: string };
  draft: Pick<Website, 'name' | 'domains' | 'options'>;
  hit: RecentSiteHit;
  numbers: WebsiteNumbers;
  finding: SiteFinding['kind'];
}

export const siteKind: PageKind<SiteTypes> = {
  name: 'Site',
  icon: IconWorldCode,
  list: '/code4-site',
  add: '/code4-site/new',
  one: '/code4-site/$page',
  columns: ['name', 'bot', 'addresses', 'status', 'created'],
  hasFreeName: true,
  idOf: ({ site_id }) => site_id,
  nameOf: ({ name }) => name,
  addressesOf: ({ domains }) => domains,
  parseAddresses: parseDomains,
  withAddresses: ({ name, options }, domains) => ({ name, domains, options }),
  data: createPageData<SiteTypes>({
    name: 'websites',
    idOf: ({ site_id }) => site_id,
    toPath: ({ bot_key, site_id }) => ({ key: bot_key, site_id: String(site_id) }),
    listAll: (request) => call(websiteEndpoints.listAll, request),
    list: (request) => call(websiteEndpoints.list, request),
    numbers: (request) => call(websiteEndpoints.numbers, request),
    recentHits: (request) => call(websiteEndpoints.recentHits, request),
    errors: (request) => call(websiteEndpoints.errors, request),
    otherKeys: (request) => call(websiteEndpoints.otherKeys, request),
    // SiteAlreadyExists (name), TooManyWebsites.
    create: (request) => call(websiteEndpoints.create, request),
    update: (request) => call(websiteEndpoints.update, request),
    setStatus: (request) => call(websiteEndpoints.setStatus, request),
    rotateKey: (request) => call(websiteEndpoints.rotateKey, request),
    remove: (params, name) => call(websiteEndpoints.remove, { params, body: { name } }),
  }),
};
