import * as z from 'zod/mini';
import { dropReasons, hitProofs, proofProblems } from './hits.ts';
import { BotKey, botPath } from './ids.ts';
import { PageId, pageEndpoints, pageStatuses } from './pages.ts';

export const maxOrigins = 20;

/** Telegram's short name of the Mini App; for a bot's main one, any name of this form. */
export const SystemName = z.string().check(z.trim(), z.regex(/^(?!\d+$)\w{1,64}$/));

/** `https://app.example.com`, or `https://*.example.com` for all names below a domain. */
export const AllowedOrigin = z.string().check(
  z.trim(),
  z.overwrite((text) => text.toLowerCase().replace(/\/$/, '')),
  z.regex(/^https?:\/\/(?:\*\.)?[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/),
);

const Origins = z.array(AllowedOrigin).check(z.maxLength(maxOrigins));

export const MiniApp = z.object({
  app_id: z.number(),
  bot_key: BotKey,
  system_name: z.string(),
  /** Public: it is in the page. 32 hexadecimal digits. */
  key: z.string(),
  /** Until when the key before this one is taken as well; null = it is not. */
  old_key_until: z.nullable(z.string()),
  status: z.enum(pageStatuses),
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

const draft = z.object({ system_name: SystemName, origins: Origins });

export const miniAppEndpoints = pageEndpoints({
  path: 'mini-apps',
  id: 'app_id',
  params: z.extend(botPath, { app_id: PageId }),
  page: MiniApp,
  draft,
  change: draft,
  removal: z.object({ system_name: z.string() }),
  numbers: MiniAppNumbers,
  hit: RecentHit,
});
