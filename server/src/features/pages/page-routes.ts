import {
  type Account,
  type Endpoint,
  type MiniApp,
  miniAppEndpoints,
  type OtherKey,
  opens,
  type PageError,
  type PageStatus,
  type Website,
  websiteEndpoints,
} from '@botscope/contract';
import type * as z from 'zod/v4/core';
import { checkOrigin, isAllowedPage } from '../../ingest/hits/allowed-places.ts';
import type { HitErrors } from '../../ingest/hits/hit-errors.ts';
import { shownOldKeyUntil } from '../../ingest/hits/hit-keys.ts';
import type { PageKind } from '../../ingest/hits/hit-page.ts';
import type { RecentHits } from '../../ingest/hits/recent-hits.ts';
import { isWrittenOut, type KeyPlace, type UnknownKeys } from '../../ingest/hits/unknown-keys.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Grants, permissionsFor, permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { PageNumbers } from './page-numbers.ts';
import type { PageDraft } from './page-store.ts';
import { defaultOptions, type Pages, type PagesByKind, type StoredPage } from './pages.ts';

interface PageRoutesDeps {
  pages: PagesByKind;
  numbers: PageNumbers;
  recentHits: Pick<RecentHits, 'list'>;
  unknownKeys: Pick<UnknownKeys, 'list'>;
  errors: Pick<HitErrors, 'list'>;
  bots: Pick<Bots, 'shownTo'>;
  grantsOf: (account: Account | null) => Promise<Grants>;
  record: RecordAudit;
}

type Call<Params, Body, Data> = Endpoint<z.$ZodType<Params>, z.$ZodType, z.$ZodType<Body>, z.$ZodType<Data>>;

/** Calls of one kind of pages, and how their words become those of the store. */
interface KindOfPages<Kind extends PageKind, Params, Draft, Removal, Page, Numbers, Hit> {
  pages: Pages<Kind>;
  calls: {
    listAll: Call<unknown, unknown, Page[]>;
    list: Call<unknown, unknown, Page[]>;
    get: Call<Params, unknown, Page>;
    create: Call<unknown, Draft, Page>;
    update: Call<Params, Draft, Page>;
    setStatus: Call<Params, { status: PageStatus }, Page>;
    rotateKey: Call<Params, { keep_hours: number }, Page>;
    remove: Call<Params, Removal, null>;
    numbers: Call<Params, unknown, Numbers>;
    recentHits: Call<Params, unknown, Hit[]>;
    otherKeys: Call<Params, unknown, OtherKey[]>;
    errors: Call<Params, unknown, PageError[]>;
  };
  /** Audit actions begin with it. */
  action: 'mini_app' | 'website';
  idOf(params: Params): string;
  toDraft(draft: Draft, bot: BotRow): PageDraft;
  nameOf(removal: Removal): string;
  present(page: StoredPage<Kind>): Page;
  numbers(page: StoredPage<Kind>, signal: AbortSignal): Promise<Numbers>;
  hits(page: StoredPage<Kind>, seesUsers: boolean): Promise<Hit[]>;
  /** Whether a place is one of the page's own; null where every place is. */
  placeTest(places: readonly string[]): ((place: KeyPlace) => boolean) | null;
}

export function registerPages(http: Http<BotRow>, deps: PageRoutesDeps): void {
  const { pages, numbers, recentHits } = deps;
  registerKind(http, deps, {
    pages: pages.app,
    calls: miniAppEndpoints,
    action: 'mini_app',
    idOf: (params) => params.app_id,
    toDraft: ({ system_name: name, origins: places }) => ({ name, places, options: null }),
    nameOf: (removal) => removal.system_name,
    present: presentApp,
    numbers: numbers.ofApp,
    async hits(page, seesUsers) {
      const hits = await recentHits.list(page);
      return seesUsers ? hits : hits.map((hit) => ({ ...hit, user_id: null }));
    },
    placeTest: (origins) => (origins.length === 0 ? null : ({ origin }) => checkOrigin(origins, origin) === 'allowed'),
  });
  registerKind(http, deps, {
    pages: pages.site,
    calls: websiteEndpoints,
    action: 'website',
    idOf: (params) => params.site_id,
    toDraft: ({ name, domains, options }, bot) => ({ name, places: domains, options: options ?? defaultOptions(bot) }),
    nameOf: (removal) => removal.name,
    present: presentSite,
    numbers: numbers.ofSite,
    async hits(page, seesUsers) {
      const hits = await recentHits.list(page);
      return hits.map((hit) => {
        if (hit.user_id === null) return hit;
        // Nobody sees the user of a visitor's hash.
        return seesUsers ? { ...hit, visitor: '' } : { ...hit, user_id: null };
      });
    },
    placeTest:
      (domains) =>
      ({ host, origin }) =>
        isAllowedPage(domains, host, origin),
  });
}

function registerKind<Kind extends PageKind, Params, Draft, Removal, Page, Numbers, Hit>(
  http: Http<BotRow>,
  deps: PageRoutesDeps,
  kind: KindOfPages<Kind, Params, Draft, Removal, Page, Numbers, Hit>,
): void {
  const { pages, calls, action, idOf, present } = kind;
  const { record } = deps;
  /** The page of a call's path. @throws AppError NotFound */
  const loadPage = (bot: BotRow | null, params: Params) => pages.one(permitted(bot).key, Number(idOf(params)));
  const listPages = async (bots: readonly BotRow[]) => (await pages.ofBots(bots.map(({ key }) => key))).map(present);

  http.on(calls.listAll, async ({ account }) => {
    const grants = await deps.grantsOf(account);
    const bots = await deps.bots.shownTo(signedIn(account).key, [...grants.keys()]);
    return listPages(bots.filter((bot) => opens(permissionsFor(account, bot, grants), 'webapp.view')));
  });
  http.on(calls.list, ({ bot }) => listPages([permitted(bot)]));
  http.on(calls.get, async ({ bot, params }) => present(await loadPage(bot, params)));
  http.on(calls.numbers, async ({ bot, params, signal }) => kind.numbers(await loadPage(bot, params), signal));
  http.on(calls.recentHits, async ({ bot, params, permissions }) =>
    // The user behind a hit belongs to the list of users.
    kind.hits(await loadPage(bot, params), opens(permitted(permissions), 'section.users.list')),
  );
  http.on(calls.otherKeys, async ({ bot, params }) => {
    const { key, places } = await loadPage(bot, params);
    const isOwnPlace = kind.placeTest(places.filter(isWrittenOut));
    // A page that may be anywhere has no place of its own; what is said of the demo's pages all its visitors would see.
    return isOwnPlace === null || permitted(bot).is_demo ? [] : deps.unknownKeys.list(key, isOwnPlace);
  });
  http.on(calls.errors, async ({ bot, params, permissions }) => {
    const errors = await deps.errors.list(await loadPage(bot, params));
    // Examples may hold anything that a page sent.
    const seesUsers = opens(permitted(permissions), 'section.users.list');
    return seesUsers ? errors : errors.map((error) => ({ ...error, text: '' }));
  });

  http.on(calls.create, async ({ body, ...call }) => {
    const bot = permitted(call.bot);
    const page = await pages.create(bot.key, kind.toDraft(body, bot));
    await record(call, `${action}_added`, { name: page.name });
    return present(page);
  });
  http.on(calls.update, async ({ body, params, ...call }) => {
    const bot = permitted(call.bot);
    const page = await pages.update(bot.key, Number(idOf(params)), kind.toDraft(body, bot));
    await record(call, `${action}_changed`, { name: page.name });
    return present(page);
  });
  http.on(calls.setStatus, async ({ body, params, ...call }) => {
    const page = await pages.setStatus(permitted(call.bot).key, Number(idOf(params)), body.status);
    await record(call, `${action}_changed`, { name: page.name, status: page.status });
    return present(page);
  });
  http.on(calls.rotateKey, async ({ body, params, ...call }) => {
    const page = await pages.rotateKey(permitted(call.bot).key, Number(idOf(params)), body.keep_hours);
    await record(call, `${action}_changed`, { name: page.name, key: 'replaced' });
    return present(page);
  });
  http.on(calls.remove, async ({ body, params, ...call }) => {
    const page = await pages.remove(permitted(call.bot).key, Number(idOf(params)), kind.nameOf(body));
    await record(call, `${action}_removed`, { name: page.name });
    return null;
  });
}

const presentCommon = (page: StoredPage) => ({
  bot_key: page.bot,
  key: page.key,
  old_key_until: shownOldKeyUntil(page, Date.now()),
  status: page.status,
  created_at: page.createdAt.toISOString(),
});

const presentApp = (page: StoredPage<'app'>): MiniApp => ({
  app_id: page.id,
  system_name: page.name,
  origins: [...page.places],
  ...presentCommon(page),
});

const presentSite = (page: StoredPage<'site'>): Website => ({
  site_id: page.id,
  name: page.name,
  domains: [...page.places],
  options: page.options,
  ...presentCommon(page),
});
