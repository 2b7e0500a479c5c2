import { type MiniApp, type MiniAppNumbers, miniAppEndpoints, type RecentHit } from '@botscope/contract';
import { IconAppWindow } from '@tabler/icons-react';
import { call } from '../../../platform/api/call.ts';
import { createPageData } from '../data/page-data.ts';
import type { PageKind } from '../data/page-kind.ts';
import { parseOrigins } from './origins.ts';
import type { AppFinding } from './self-test.ts';

export interface AppTypes {
  page: MiniApp;
  path: { key: string; app_id: string };
  draft: Pick<MiniApp, 'system_name' | 'origins'>;
  hit: RecentHit;
  numbers: MiniAppNumbers;
  finding: AppFinding['kind'];
}

export const appKind: PageKind<AppTypes> = {
  name: 'App',
  icon: IconAppWindow,
  list: '/webapps',
  add: '/add-app',
  one: '/webapps/$page',
  columns: ['name', 'bot', 'status', 'addresses', 'created'],
  hasFreeName: false,
  idOf: ({ app_id }) => app_id,
  nameOf: ({ system_name }) => system_name,
  addressesOf: ({ origins }) => origins,
  parseAddresses: parseOrigins,
  withAddresses: ({ system_name }, origins) => ({ system_name, origins }),
  data: createPageData<AppTypes>({
    name: 'mini-apps',
    idOf: ({ app_id }) => app_id,
    toPath: ({ bot_key, app_id }) => ({ key: bot_key, app_id: String(app_id) }),
    listAll: (request) => call(miniAppEndpoints.listAll, request),
    list: (request) => call(miniAppEndpoints.list, request),
    numbers: (request) => call(miniAppEndpoints.numbers, request),
    recentHits: (request) => call(miniAppEndpoints.recentHits, request),
    errors: (request) => call(miniAppEndpoints.errors, request),
    otherKeys: (request) => call(miniAppEndpoints.otherKeys, request),
    // AppAlreadyExists (system_name), TooManyMiniApps.
    create: (request) => call(miniAppEndpoints.create, request),
    update: (request) => call(miniAppEndpoints.update, request),
    setStatus: (request) => call(miniAppEndpoints.setStatus, request),
    rotateKey: (request) => call(miniAppEndpoints.rotateKey, request),
    remove: (params, system_name) => call(miniAppEndpoints.remove, { params, body: { system_name } }),
  }),
};
