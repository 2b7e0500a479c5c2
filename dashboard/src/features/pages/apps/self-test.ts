import { type MiniApp, type ProofProblem, proofProblems, type RecentHit } from '@botscope/contract';
import {
  collectFindings,
  droppedFor,
  type Finding,
  type FindingsData,
  finding,
  type SharedFinding,
} from '../findings/findings.ts';
import { isAllowedOrigin } from './origins.ts';

type OwnFinding = ProofProblem | 'origin' | 'noOrigin' | 'erased';
export type AppFinding = Finding<OwnFinding | SharedFinding>;

export type SelfTestData = FindingsData<Pick<MiniApp, 'status' | 'origins'>, RecentHit>;

/** Returns findings about the reports of an app: problems, the gravest first, then what works. */
export const selfTest = (data: SelfTestData): AppFinding[] =>
  collectFindings<RecentHit, OwnFinding>(data, (hits) => [...checkDrops(data.page, hits), ...checkProofs(hits)]);

/** A drop whose reason is gone by now is no news. */
function checkDrops(page: Pick<MiniApp, 'origins'>, hits: readonly RecentHit[]): Finding<OwnFinding>[] {
  const isNamed = ({ origin }: RecentHit) => origin !== '' && origin !== 'null';
  const originDrops = droppedFor(hits, 'origin');
  const rejectedHits = originDrops.filter((hit) => isNamed(hit) && !isAllowedOrigin(page.origins, hit.origin));
  const nameless = page.origins.length === 0 ? [] : originDrops.filter((hit) => !isNamed(hit));
  const places = [...new Set(rejectedHits.map(({ origin }) => origin))];
  const erased = droppedFor(hits, 'erased').length;
  return [
    ...(rejectedHits.length > 0 ? [finding('origin', 'bad', { count: rejectedHits.length, places })] : []),
    ...(nameless.length > 0 ? [finding('noOrigin', 'bad', { count: nameless.length })] : []),
    ...(erased > 0 ? [finding('erased', 'info', { count: erased })] : []),
  ];
}

/** Visitors without initData are normal beside users; without any user the page may have lost Telegram's data. */
function checkProofs(hits: readonly RecentHit[]): Finding<OwnFinding>[] {
  return proofProblems.flatMap((problem) => {
    const count = hits.filter((hit) => hit.dropped === null && hit.problem === problem).length;
    const isNormal = problem === 'NoInitData' && hits.some(({ proof }) => proof !== 'none');
    return count > 0 ? [finding(problem, isNormal ? 'info' : 'warn', { count })] : [];
  });
}
