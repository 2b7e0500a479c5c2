import type { RecentSiteHit, Website } from '@botscope/contract';
import {
  collectFindings,
  droppedFor,
  type Finding,
  type FindingsData,
  finding,
  type SharedFinding,
} from '../findings/findings.ts';
import { isAllowedHost } from './domains.ts';

/** A hit is that fresh if the owner has just opened a page to try the code. */
const justNowMs = 5 * 60_000;

type OwnFinding = 'origin' | 'bot' | 'privacy' | 'consent';
export type SiteFinding = Finding<OwnFinding | SharedFinding>;

export type LiveCheckData = FindingsData<Pick<Website, 'status' | 'domains'>, RecentSiteHit>;

/** Returns the problems in a website's reports, the gravest first, and what works, where it works. */
export const liveCheck = (data: LiveCheckData): SiteFinding[] =>
  collectFindings<RecentSiteHit, OwnFinding>(data, (hits) => [
    ...checkDomains(data.page, hits),
    ...(['bot', 'privacy', 'consent'] as const).flatMap((reason) => {
      const count = droppedFor(hits, reason).length;
      return count > 0 ? [finding(reason, 'info', { count })] : [];
    }),
  ]);

/** A domain that is listed by now is no news. */
function checkDomains(page: Pick<Website, 'domains'>, hits: readonly RecentSiteHit[]): Finding<OwnFinding>[] {
  const rejectedHits = droppedFor(hits, 'origin').filter(
    ({ hostname }) => hostname !== '' && !isAllowedHost(page.domains, hostname),
  );
  const places = [...new Set(rejectedHits.map(({ hostname }) => hostname))];
  return rejectedHits.length > 0 ? [finding('origin', 'bad', { count: rejectedHits.length, places })] : [];
}

export const isJustNow = ({ kind, at }: SiteFinding, now: number): boolean =>
  kind === 'works' && at !== null && now - Date.parse(at) < justNowMs;
