import { type Account, miniAppEndpoints, opens, type RecentHit } from '@botscope/contract';
import { checkOrigin } from '../../ingest/hits/allowed-origin.ts';
import type { HitErrors } from '../../ingest/hits/hit-errors.ts';
import type { RecentHits } from '../../ingest/hits/recent-hits.ts';
import { isWrittenOut, type UnknownKeys } from '../../ingest/hits/unknown-keys.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Grants, permissionsFor, permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { createMiniAppNumbers } from './mini-app-numbers.ts';
import type { MiniApps } from './mini-apps.ts';

interface MiniAppRoutesDeps {
  miniApps: MiniApps;
  numbers: Pick<ReturnType<typeof createMiniAppNumbers>, 'numbers'>;
  recentHits: Pick<RecentHits<RecentHit>, 'list'>;
  unknownKeys: Pick<UnknownKeys, 'list'>;
  errors: Pick<HitErrors, 'list'>;
  bots: Pick<Bots, 'shownTo'>;
  grantsOf: (account: Account | null) => Promise<Grants>;
  record: RecordAudit;
}

const calls = miniAppEndpoints;

export function registerMiniApps(http: Http<BotRow>, deps: MiniAppRoutesDeps): void {
  const { miniApps, record } = deps;
  /** The app of a call's path. @throws AppError NotFound */
  const loadApp = (bot: BotRow | null, params: { app_id: string }) =>
    miniApps.one(permitted(bot).key, Number(params.app_id));

  http.on(calls.listAllMiniApps, async ({ account }) => {
    const grants = await deps.grantsOf(account);
    const bots = await deps.bots.shownTo(signedIn(account).key, [...grants.keys()]);
    const visibleBots = bots.filter((bot) => opens(permissionsFor(account, bot, grants), 'webapp.view'));
    return miniApps.ofBots(visibleBots.map(({ key }) => key));
  });
  http.on(calls.listMiniApps, ({ bot }) => miniApps.ofBots([permitted(bot).key]));
  http.on(calls.getMiniApp, ({ bot, params }) => loadApp(bot, params));
  http.on(calls.miniAppNumbers, async ({ bot, params, signal }) => {
    const app = await loadApp(bot, params);
    return deps.numbers.numbers(app.bot_key, app.app_id, signal);
  });
  http.on(calls.recentHits, async ({ bot, params, permissions }) => {
    const app = await loadApp(bot, params);
    const hits = await deps.recentHits.list(app.bot_key, app.app_id);
    // The user behind a hit belongs to the list of users.
    return opens(permitted(permissions), 'section.users.list') ? hits : hits.map((hit) => ({ ...hit, user_id: null }));
  });
  http.on(calls.otherAppKeys, async ({ bot, params }) => {
    const app = await loadApp(bot, params);
    const origins = app.origins.filter(isWrittenOut);
    // An app that may be anywhere has no pages of its own; what is said of the demo's pages all its visitors would see.
    if (origins.length === 0 || permitted(bot).is_demo) return [];
    return deps.unknownKeys.list(app.key, ({ origin }) => checkOrigin(origins, origin) === 'allowed');
  });
  http.on(calls.miniAppErrors, async ({ bot, params, permissions }) => {
    const { app_id } = await loadApp(bot, params);
    const errors = await deps.errors.list(app_id);
    // Examples may hold anything that a page sent.
    const seesPeople = opens(permitted(permissions), 'section.users.list');
    return seesPeople ? errors : errors.map((error) => ({ ...error, text: '' }));
  });

  http.on(calls.createMiniApp, async ({ body, ...call }) => {
    const app = await miniApps.create(permitted(call.bot).key, body);
    await record(call, 'mini_app_added', { name: app.system_name });
    return app;
  });
  http.on(calls.updateMiniApp, async ({ body, params, ...call }) => {
    const app = await miniApps.update(permitted(call.bot).key, Number(params.app_id), body);
    await record(call, 'mini_app_changed', { name: app.system_name });
    return app;
  });
  http.on(calls.setMiniAppStatus, async ({ body, params, ...call }) => {
    const app = await miniApps.setStatus(permitted(call.bot).key, Number(params.app_id), body.status);
    await record(call, 'mini_app_changed', { name: app.system_name, status: app.status });
    return app;
  });
  http.on(calls.rotateMiniAppKey, async ({ body, params, ...call }) => {
    const app = await miniApps.rotateKey(permitted(call.bot).key, Number(params.app_id), body.keep_hours);
    await record(call, 'mini_app_changed', { name: app.system_name, key: 'replaced' });
    return app;
  });
  http.on(calls.removeMiniApp, async ({ body, params, ...call }) => {
    const app = await miniApps.remove(permitted(call.bot).key, Number(params.app_id), body.system_name);
    await record(call, 'mini_app_removed', { name: app.system_name });
    return null;
  });
}
