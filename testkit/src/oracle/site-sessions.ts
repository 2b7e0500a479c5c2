import type { SiteHit } from './facts/site-hits.ts';
import type { Look } from './question.ts';

/** The hits of one visitor between two pauses. */
export interface SiteSession {
  begin: number;
  hits: readonly SiteHit[];
  /** Hits that show a page, in order. */
  pages: readonly SiteHit[];
  engaged: number;
}

const gapMs = 30 * 60_000;
const twoDaysMs = 2 * 86_400_000;

/**
 * A visitor's session goes on as long as no pause reaches half an hour; nobody is followed for more than two days past
 * the period. `pick` is what the report is about: of two hits in one millisecond it may decide which came first.
 */
export function siteSessions({ siteHits, span }: Look, pick: (hit: SiteHit) => string = () => ''): SiteSession[] {
  const sessions: SiteHit[][] = [];
  const visitorHits = siteHits.filter(({ visitor, time }) => visitor !== '' && time < span.end + twoDaysMs);
  for (const visitor of new Set(visitorHits.map((hit) => hit.visitor))) {
    let last = Number.NEGATIVE_INFINITY;
    for (const hit of visitorHits.filter((one) => one.visitor === visitor).sort(inOrder(pick))) {
      if (hit.time - last < gapMs) sessions.at(-1)?.push(hit);
      else sessions.push([hit]);
      last = hit.time;
    }
  }
  return sessions.map((hits) => ({
    begin: hits[0]?.time ?? 0,
    hits,
    pages: hits.filter(({ name }) => name === 'page'),
    engaged: hits.reduce((sum, { engaged }) => sum + engaged, 0),
  }));
}

const inOrder =
  (pick: (hit: SiteHit) => string) =>
  (a: SiteHit, b: SiteHit): number =>
    a.time - b.time || byText(a.name, b.name) || a.engaged - b.engaged || byText(pick(a), pick(b));

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
