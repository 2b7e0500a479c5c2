import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import { OtherKey } from './other-keys.ts';

/** `paused` takes no hits; `archived` is also left out of pickers. What was counted stays in both. */
export const pageStatuses = ['enabled', 'paused', 'archived'] as const;
export type PageStatus = (typeof pageStatuses)[number];

/** Mini Apps of a bot; as many websites. */
export const maxPages = 100;
/** Number of hits that the debug panel shows. */
export const recentHitCount = 50;

/** Kinds of bad events, the newest first. */
export const PageError = z.object({
  time: z.string(),
  first_time: z.string(),
  /** A word of `hitProblems`. */
  problem: z.string(),
  /** The newest example, at most 2,000 characters. */
  text: z.string(),
  count: z.number(),
});
export type PageError = z.output<typeof PageError>;

/** The number of a Mini App or a website in a path. */
export const PageId = z.string().check(z.regex(/^[1-9]\d{0,8}$/));

const view = 'webapp.view';
const manage = 'webapp.manage';

/** Calls for Mini Apps or for websites. Permissions are the same: who may see the one may see the other. */
export function pageEndpoints<
  Params extends z.ZodMiniType,
  Page extends z.ZodMiniType,
  Draft extends z.ZodMiniType,
  Change extends z.ZodMiniType,
  Removal extends z.ZodMiniType,
  Numbers extends z.ZodMiniType,
  Hit extends z.ZodMiniType,
>(kind: {
  path: 'mini-apps' | 'websites';
  id: 'app_id' | 'site_id';
  params: Params;
  page: Page;
  draft: Draft;
  change: Change;
  /** The name, typed by the user: guards against a slip. */
  removal: Removal;
  numbers: Numbers;
  hit: Hit;
}) {
  const { params, page } = kind;
  const ofBot = `/bots/{key}/${kind.path}`;
  const one = `${ofBot}/{${kind.id}}`;
  return {
    /** Lists those of all bots where the account may see them, the newest first. */
    listAll: endpoint({ method: 'GET', path: `/${kind.path}`, access: 'account', data: z.array(page) }),
    list: endpoint({ method: 'GET', path: ofBot, access: view, params: botPath, data: z.array(page) }),
    /** AppAlreadyExists (system_name) or SiteAlreadyExists (name), in whatever case; TooMany… beyond 100. */
    create: endpoint({ method: 'POST', path: ofBot, access: manage, params: botPath, body: kind.draft, data: page }),
    get: endpoint({ method: 'GET', path: one, access: view, params, data: page }),
    update: endpoint({ method: 'POST', path: one, access: manage, params, body: kind.change, data: page }),
    setStatus: endpoint({
      method: 'POST',
      path: `${one}/status`,
      access: manage,
      params,
      body: z.object({ status: z.enum(pageStatuses) }),
      data: page,
    }),
    /** A new key. The old one is taken for `keep_hours` more, so that pages can be changed meanwhile. */
    rotateKey: endpoint({
      method: 'POST',
      path: `${one}/rotate-key`,
      access: manage,
      params,
      body: z.object({ keep_hours: z.number().check(z.int(), z.gte(0), z.lte(168)) }),
      data: page,
    }),
    /** With everything that it has reported, and its tickets. Launches keep the source that a ticket gave them. */
    remove: endpoint({ method: 'DELETE', path: one, access: manage, params, body: kind.removal, data: z.null() }),
    numbers: endpoint({
      method: 'GET',
      path: `${one}/numbers`,
      access: view,
      heavy: true,
      params,
      data: kind.numbers,
    }),
    /** The last hits with their verdicts, the newest first. Pages ask every two seconds. */
    recentHits: endpoint({
      method: 'GET',
      path: `${one}/recent-hits`,
      access: view,
      params,
      data: z.array(kind.hit),
    }),
    /** Places of its own where pages report with a key that nothing has, the newest first; 5 at most. Of one process. */
    otherKeys: endpoint({
      method: 'GET',
      path: `${one}/other-keys`,
      access: view,
      params,
      data: z.array(OtherKey),
    }),
    errors: endpoint({ method: 'GET', path: `${one}/errors`, access: view, params, data: z.array(PageError) }),
  };
}
