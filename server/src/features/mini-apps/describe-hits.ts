import { type RecentHit, recentHitCount } from '@botscope/contract';
import type { HitNote } from '../../ingest/hits/take-app-hits.ts';

/** Digits of a launch's ID that distinguish launches of one panel: the whole would let a reader speak for the user. */
const launchDigits = 8;

/** A request that is dropped whole without a hit in it is one entry too. */
export function describeHits({ at, origin, request, verdict, proof, problem, dropped }: HitNote): RecentHit[] {
  const commonFields = {
    at: new Date(at).toISOString(),
    origin: origin.slice(0, 256),
    ...{ platform: request.platform, version: request.version, script: request.script },
    launch: (verdict?.launch ?? request.launchName).slice(0, launchDigits),
    ...{ proof, problem, user_id: verdict?.proven?.user.id ?? null },
  };
  const read = request.hits
    .slice(-recentHitCount)
    .map(({ name, path }) => ({ ...commonFields, name, path, dropped, detail: '' }));
  const badHits = request.bad.slice(-recentHitCount).map((one) => ({
    ...commonFields,
    name: '',
    path: '',
    dropped: dropped ?? ('malformed' as const),
    detail: one.problem,
  }));
  return [...read, ...badHits];
}
