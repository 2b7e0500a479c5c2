import type { LinkWarnings } from '@botscope/contract';
import { type Dispatcher, request } from 'undici';
import { systemClock } from '../../../platform/clock.ts';
import { classifyFailure } from '../../../platform/outgoing/failure.ts';
import { minuteMs } from '../../../platform/time-units.ts';

/** Null: it works, or nothing can be said against it. */
type LinkProblem = Pick<LinkWarnings['broken'][number], 'status' | 'failure'> | null;

/** One address, its redirects included, ms. */
const addressMs = 5_000;
const maxRedirects = 5;
/** Requests on their way for all bots together. */
const maxRequests = 24;
/** Validity of results, ms: a link that was repaired is checked again soon. */
const keptMs = { works: 10 * minuteMs, broken: minuteMs };
const maxEntries = 2_000;

/** Answers to programs, not to users: bots are kept out, HEAD is not known, it is too early. */
const saysNothing = new Set([401, 403, 405, 406, 407, 408, 425, 429, 451, 501]);
const redirects = new Set([301, 302, 303, 307, 308]);
const headers = { 'user-agent': 'Botscope link check', accept: '*/*' };

/**
 * Requests addresses that users have written: HEAD, then GET where that is refused, of which the answer's body is not read.
 * Each address is requested once for all who ask, and its result kept.
 */
export function createLinkChecker(deps: {
  /** Refuses private networks. */
  dispatcher: Dispatcher;
  monotonic?: () => number;
}) {
  const { dispatcher, monotonic = systemClock.monotonic } = deps;
  const cache = new Map<string, { problem: LinkProblem; until: number }>();
  const pendingChecks = new Map<string, Promise<LinkProblem>>();
  const waiters: (() => void)[] = [];
  let requests = 0;

  async function inQueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (requests >= maxRequests) await new Promise<void>((resolve) => waiters.push(resolve));
    else requests += 1;
    try {
      return await work();
    } finally {
      // The place goes to the one who waits.
      const next = waiters.shift();
      if (next === undefined) requests -= 1;
      else next();
    }
  }

  async function fetchAnswer(url: URL, method: 'HEAD' | 'GET', signal: AbortSignal) {
    const answer = await request(url, { dispatcher, method, headers, signal });
    // A body that is not read is destroyed, which is an error of the stream.
    answer.body.on('error', () => undefined);
    answer.body.destroy();
    const { location } = answer.headers;
    return { status: answer.statusCode, location: typeof location === 'string' ? location : null };
  }

  async function look(address: string): Promise<LinkProblem> {
    const signal = AbortSignal.timeout(addressMs);
    try {
      let url = new URL(address);
      for (let hops = 0; hops <= maxRedirects; hops += 1) {
        let answer = await fetchAnswer(url, 'HEAD', signal);
        if (answer.status >= 400) answer = await fetchAnswer(url, 'GET', signal);
        const { status, location } = answer;
        if (!redirects.has(status) || location === null)
          return status >= 400 && !saysNothing.has(status) ? { status, failure: null } : null;
        const next = new URL(location, url);
        // `tg://` and the like: it leads out of the web.
        if (next.protocol !== 'http:' && next.protocol !== 'https:') return null;
        url = next;
      }
      return null;
    } catch (error) {
      return { status: null, failure: classifyFailure(error) };
    }
  }

  function remember(url: string, problem: LinkProblem): void {
    cache.delete(url);
    cache.set(url, { problem, until: monotonic() + (problem === null ? keptMs.works : keptMs.broken) });
    const [oldest] = cache.keys();
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest);
  }

  function one(url: string): Promise<LinkProblem> {
    const cachedResult = cache.get(url);
    if (cachedResult !== undefined && cachedResult.until > monotonic()) return Promise.resolve(cachedResult.problem);
    const pendingCheck = pendingChecks.get(url);
    if (pendingCheck !== undefined) return pendingCheck;
    const looking = inQueue(() => look(url))
      .then((problem) => {
        remember(url, problem);
        return problem;
      })
      .finally(() => pendingChecks.delete(url));
    pendingChecks.set(url, looking);
    return looking;
  }

  return {
    /** Whether one of these addresses has to be requested. */
    isNew: (urls: readonly string[]): boolean => urls.some((url) => (cache.get(url)?.until ?? 0) <= monotonic()),
    /** Finds the problem of each address; null: none. Never rejects. */
    async check(urls: readonly string[]): Promise<Map<string, LinkProblem>> {
      return new Map(await Promise.all(urls.map(async (url) => [url, await one(url)] as const)));
    },
  };
}

export type LinkChecker = ReturnType<typeof createLinkChecker>;
