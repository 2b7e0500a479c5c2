import { type RecentHit, type RecentSiteHit, recentHitCount } from '@botscope/contract';
import { deviceFamilies } from '../../ingest/hits/device-families.ts';
import type { HitNote } from '../../ingest/hits/take-hits.ts';

/**
 * Digits of a launch's ID, or of a visitor's hash, that distinguish those of one panel: with the whole ID a reader could
 * speak for the user.
 */
const shownDigits = 8;

/** Lines of the debug panel. A request that is dropped whole without a hit in it is one entry too. */
export function describeHits(note: HitNote): (RecentHit | RecentSiteHit)[] {
  const { request, outcome } = note;
  const { dropped, withheld } = outcome;
  const commonFields = note.page.kind === 'app' ? describeLaunch(note) : describeVisit(note);
  const read = request.hits.slice(-recentHitCount).map((hit) => ({
    ...{ ...commonFields, name: hit.name, path: hit.path, detail: '' },
    dropped: dropped ?? (withheld.includes(hit) ? ('consent' as const) : null),
  }));
  const badHits = request.bad.slice(-recentHitCount).map(({ problem: detail }) => ({
    ...{ ...commonFields, name: '', path: '', detail },
    dropped: dropped ?? ('malformed' as const),
  }));
  return [...read, ...badHits];
}

const describeLaunch = ({ request, from, receivedAt, outcome: { launch, userId } }: HitNote) => ({
  at: new Date(receivedAt).toISOString(),
  origin: (from.origin ?? '').slice(0, 256),
  platform: request.platform,
  version: request.version,
  script: request.script,
  launch: (launch?.launch ?? request.launchName).slice(0, shownDigits),
  proof: launch?.proven?.proof ?? ('none' as const),
  problem: launch?.problem ?? null,
  user_id: userId,
});

const describeVisit = ({ request, from, receivedAt, outcome: { visitor, device, userId } }: HitNote) => ({
  at: new Date(receivedAt).toISOString(),
  hostname: request.page.host,
  referrer: request.page.referrer,
  source: request.page.campaign.utm_source ?? '',
  width: request.page.width,
  ...(device ?? deviceFamilies(from.userAgent)),
  script: request.script,
  visitor: visitor.slice(0, shownDigits),
  user_id: userId,
});
