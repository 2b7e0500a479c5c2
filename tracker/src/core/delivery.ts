import type { WireHit, WireHits } from '@botscope/contract';
import { guarded } from './guarded.ts';

/** Unknown values are left out when the object is written as JSON. */
type Loose<Fields> = { [Name in keyof Fields]: Fields[Name] | null | undefined };

export type Hit = Pick<WireHit, 'id' | 'n' | 't'> &
  Loose<Omit<WireHit, 'id' | 'n' | 't' | 'd'>> & { d?: Loose<Record<string, string | number | boolean>> | undefined };

/** Hits of one launch or visit that are sent together, and what they have in common. */
export type Bundle = Loose<Omit<WireHits, 'sent' | 'e' | 'k' | 'l'>> & Pick<WireHits, 'k' | 'l'> & { e: Hit[] };

/** Storage in which bundles survive a reload. Never throws. */
export interface SavedBundles {
  /** Takes over the bundles that earlier pages have left. */
  adopt(): Bundle[];
  save(bundles: readonly Bundle[]): void;
}

/** Browsers refuse more than 64 kB of requests that outlive their page, all of them together. */
const requestChars = 12_000;
const requestHits = 50;
const waitingHits = 200;
/** Hits that follow each other closely go together. */
const pauseMs = 900;
const longestPauseS = 60;

/**
 * Delivers hits to `url`. A hit is forgotten when the server has answered that it has it or can never take it; a copy
 * that is sent twice counts once, since its ID stays the same.
 */
export function createDelivery(url: string, bundle: Bundle, savedBundles?: SavedBundles) {
  const bundles = [bundle, ...(savedBundles?.adopt() ?? [])];
  const leaving = new Set<Hit>();
  let failures = 0;
  let notBefore = 0;
  let dueAt = 0;
  let timer: ReturnType<typeof setTimeout>;

  /** Sends what no request has: all of it if the page may be gone in a moment, else one request after another. */
  function send(isLast: boolean): void {
    dueAt = 0;
    for (const one of bundles) {
      if (leaving.size && !isLast) return;
      let chars = 0;
      const isFree = (hit: Hit): boolean => {
        if (leaving.has(hit)) return false;
        chars += JSON.stringify(hit).length;
        return chars <= requestChars;
      };
      const hits = one.e.filter(isFree).slice(0, requestHits);
      if (hits[0]) {
        post(one, hits);
        if (isLast) send(isLast);
      }
    }
  }

  function post(one: Bundle, hits: readonly Hit[]): void {
    for (const hit of hits) leaving.add(hit);
    const finish = (isTaken: boolean, status: number, retryAfterS: number) => {
      for (const hit of hits) leaving.delete(hit);
      if (isTaken || status === 400 || status === 413) {
        one.e = one.e.filter((hit) => !hits.includes(hit));
        if (isTaken) one.i = null;
        failures = notBefore = 0;
        savedBundles?.save(bundles);
      } else {
        const pauseS = retryAfterS || Math.min(longestPauseS, 2 ** ++failures) * (0.5 + Math.random() / 2);
        notBefore = Date.now() + pauseS * 1_000;
      }
      if (bundles.some(({ e }) => e[0])) schedule(pauseMs);
    };
    fetch(url, {
      method: 'POST',
      // A text needs no preflight, which would end with the page.
      body: JSON.stringify({ ...one, sent: Date.now(), e: hits }),
      keepalive: true,
      credentials: 'omit',
    }).then(
      guarded(({ ok, status, headers }) => finish(ok, status, Number(headers.get('retry-after')))),
      guarded(() => finish(false, 0, 0)),
    );
  }

  function schedule(ms: number): void {
    const now = Date.now();
    const sendAt = Math.max(now + ms, notBefore);
    if (dueAt && dueAt <= sendAt) return;
    clearTimeout(timer);
    dueAt = sendAt;
    timer = setTimeout(guarded(send), sendAt - now, false);
  }

  // A page that comes back from the browser's cache never learns what became of its requests (Firefox, WebKit).
  const resume = guarded(({ persisted }: { persisted?: boolean }) => {
    if (persisted === false) return;
    notBefore = dueAt = 0;
    leaving.clear();
    schedule(0);
  });
  addEventListener('online', resume as () => void);
  addEventListener('pageshow', resume);
  schedule(pauseMs);

  return {
    /** Sends within a second, or at once. */
    add(hit: Hit, isUrgent?: boolean): void {
      if (JSON.stringify(hit).length > requestChars) return;
      bundle.e.push(hit);
      if (bundle.e.length > waitingHits) bundle.e.shift();
      savedBundles?.save(bundles);
      schedule(isUrgent ? 0 : pauseMs);
    },
    flush: () => send(true),
  };
}
