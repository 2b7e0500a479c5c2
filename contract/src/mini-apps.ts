import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dropReasons, hitProofs, proofProblems } from './hits.ts';
import { BotKey, botPath } from './ids.ts';
import { OtherKey } from './other-keys.ts';

/** `paused` takes no hits; `archived` is also left out of pickers. What was counted stays in both. */
export const miniAppStatuses = ['enabled', 'paused', 'archived'] as const;
export type MiniAppStatus = (typeof miniAppStatuses)[number];

export const mostMiniApps = 100;
export const mostOrigins = 20;
/** Number of hits that the debug panel shows. */
export const recentHitCount = 50;

/** Telegram's short name of the Mini App; for a bot's main one, any name of this form. */
export const SystemName = z.string().check(z.trim(), z.regex(/^(?!\d+$)\w{1,64}$/));

/** `https://app.example.com`, or `https://*.example.com` for all names below a domain. */
export const AllowedOrigin = z.string().check(
  z.trim(),
  z.overwrite((text) => text.toLowerCase().replace(/\/$/, '')),
  z.regex(/^https?:\/\/(?:\*\.)?[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/),
);

const Origins = z.array(AllowedOrigin).check(z.maxLength(mostOrigins));

export const MiniApp = z.object({
  app_id: z.number(),
  bot_key: BotKey,
  system_name: z.string(),
  /** Public: it is in the page. 32 hexadecimal digits. */
  key: z.string(),
  /** Until when the key before this one is taken as well; null = it is not. */
  old_key_until: z.nullable(z.string()),
  status: z.enum(miniAppStatuses),
  /** Origins that the page may have; empty = any. */
  origins: z.array(z.string()),
  created_at: z.string(),
});
export type MiniApp = z.output<typeof MiniApp>;

/** Activity of an app in the last 30 days. */
export const MiniAppNumbers = z.object({
  hits: z.number(),
  /** Hits whose user is proven by signature. */
  proven_hits: z.number(),
  /** Launches: one initData is one launch, however often its page is loaded. All of them, and the proven ones. */
  launches: z.number(),
  proven_launches: z.number(),
  /** Further loads of a page whose launch is under way. */
  reloads: z.number(),
  /** Different proven users. */
  users: z.number(),
  last_hit_at: z.nullable(z.string()),
  /** The 20 most frequent names. */
  names: z.array(z.object({ name: z.string(), hits: z.number(), users: z.number() })),
  /**
   * Values that pages reported with their events, by unit: shown, and never income. Those without a proven user are
   * apart, because anyone can send them.
   */
  values: z.array(z.object({ unit: z.string(), proven: z.number(), unproven: z.number() })),
});
export type MiniAppNumbers = z.output<typeof MiniAppNumbers>;

/** One of the last hits, or a request that was dropped whole (`name` is '' then). */
export const RecentHit = z.object({
  at: z.string(),
  name: z.string(),
  path: z.string(),
  /** '' = the browser named none. */
  origin: z.string(),
  platform: z.string(),
  version: z.string(),
  /** Version of the script. */
  script: z.string(),
  /** The first digits of the launch's ID. */
  launch: z.string(),
  proof: z.enum(hitProofs),
  problem: z.nullable(z.enum(proofProblems)),
  /** Null without the right to lists of users, and for unproven users. */
  user_id: z.nullable(z.number()),
  /** Null: it is stored. */
  dropped: z.nullable(z.enum(dropReasons)),
  /** Error of a malformed hit, in English. */
  detail: z.string(),
});
export type RecentHit = z.output<typeof RecentHit>;

/** Kinds of bad events, the newest first. */
export const MiniAppError = z.object({
  time: z.string(),
  first_time: z.string(),
  /** A word of `hitProblems`. */
  problem: z.string(),
  /** The newest example, at most 2,000 characters. */
  text: z.string(),
  count: z.number(),
});
export type MiniAppError = z.output<typeof MiniAppError>;

const appPath = z.extend(botPath, { app_id: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) });
const draft = z.object({ system_name: SystemName, origins: Origins });
const view = 'webapp.view';
const manage = 'webapp.manage';

export const miniAppEndpoints = {
  /** Lists Mini Apps of all bots where the account may see them, the newest first. */
  listAllMiniApps: endpoint({ method: 'GET', path: '/mini-apps', access: 'account', data: z.array(MiniApp) }),
  listMiniApps: endpoint({
    method: 'GET',
    path: '/bots/{key}/mini-apps',
    access: view,
    params: botPath,
    data: z.array(MiniApp),
  }),
  /** AppAlreadyExists (system_name) if the bot has one with this name, in whatever case; TooManyMiniApps beyond 100. */
  createMiniApp: endpoint({
    method: 'POST',
    path: '/bots/{key}/mini-apps',
    access: manage,
    params: botPath,
    body: draft,
    data: MiniApp,
  }),
  getMiniApp: endpoint({
    method: 'GET',
    path: '/bots/{key}/mini-apps/{app_id}',
    access: view,
    params: appPath,
    data: MiniApp,
  }),
  updateMiniApp: endpoint({
    method: 'POST',
    path: '/bots/{key}/mini-apps/{app_id}',
    access: manage,
    params: appPath,
    body: draft,
    data: MiniApp,
  }),
  setMiniAppStatus: endpoint({
    method: 'POST',
    path: '/bots/{key}/mini-apps/{app_id}/status',
    access: manage,
    params: appPath,
    body: z.object({ status: z.enum(miniAppStatuses) }),
    data: MiniApp,
  }),
  /** A new key. The old one is taken for `keep_hours` more, so that pages can be changed meanwhile. */
  rotateMiniAppKey: endpoint({
    method: 'POST',
    path: '/bots/{key}/mini-apps/{app_id}/rotate-key',
    access: manage,
    params: appPath,
    body: z.object({ keep_hours: z.number().check(z.int(), z.gte(0), z.lte(168)) }),
    data: MiniApp,
  }),
  /** With everything that it has reported. */
  removeMiniApp: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/mini-apps/{app_id}',
    access: manage,
    params: appPath,
    /** Typed by the person: guards against a slip. */
    body: z.object({ system_name: z.string() }),
    data: z.null(),
  }),
  miniAppNumbers: endpoint({
    method: 'GET',
    path: '/bots/{key}/mini-apps/{app_id}/numbers',
    access: view,
    heavy: true,
    params: appPath,
    data: MiniAppNumbers,
  }),
  /** The last hits with their verdicts, the newest first. Pages ask every two seconds. */
  recentHits: endpoint({
    method: 'GET',
    path: '/bots/{key}/mini-apps/{app_id}/recent-hits',
    access: view,
    params: appPath,
    data: z.array(RecentHit),
  }),
  /** Pages on an allowed origin with a key that nothing has, the newest first; 5 at most. Of the process that answers. */
  otherAppKeys: endpoint({
    method: 'GET',
    path: '/bots/{key}/mini-apps/{app_id}/other-keys',
    access: view,
    params: appPath,
    data: z.array(OtherKey),
  }),
  miniAppErrors: endpoint({
    method: 'GET',
    path: '/bots/{key}/mini-apps/{app_id}/errors',
    access: view,
    params: appPath,
    data: z.array(MiniAppError),
  }),
};
