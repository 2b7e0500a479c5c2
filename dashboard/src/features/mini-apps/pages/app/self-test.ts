import { type MiniApp, type ProofProblem, proofProblems, type RecentHit } from '@botscope/contract';
import {
  droppedFor,
  type Finding,
  type FindingsData,
  finding,
  findingsOf,
  type SharedFinding,
} from '../../public/findings/findings.ts';
import { isAllowedOrigin } from '../../shared/origins.ts';

type OwnFinding = ProofProblem | 'origin' | 'noOrigin' | 'erased';
export type AppFinding = Finding<OwnFinding | SharedFinding>;

export interface SelfTestData extends Omit<FindingsData<RecentHit>, 'status'> {
  app: Pick<MiniApp, 'status' | 'origins'>;
}

/** Returns findings about the reports of an app: problems, the gravest first, then what works. */
export const selfTest = ({ app, ...data }: SelfTestData): AppFinding[] =>
  findingsOf<RecentHit, OwnFinding>({ ...data, status: app.status }, (hits) => [
    ...dropsOf(app, hits),
    ...proofsOf(hits),
  ]);

/** A drop whose reason is gone by now is no news. */
function dropsOf(app: Pick<MiniApp, 'origins'>, hits: readonly RecentHit[]): Finding<OwnFinding>[] {
  const isNamed = ({ origin }: RecentHit) => origin !== '' && origin !== 'null';
  const dropped = droppedFor(hits, 'origin');
  const refused = dropped.filter((hit) => isNamed(hit) && !isAllowedOrigin(app.origins, hit.origin));
  const nameless = app.origins.length === 0 ? [] : dropped.filter((hit) => !isNamed(hit));
  const places = [...new Set(refused.map(({ origin }) => origin))];
  const erased = droppedFor(hits, 'erased').length;
  return [
    ...(refused.length > 0 ? [finding('origin', 'bad', { count: refused.length, places })] : []),
    ...(nameless.length > 0 ? [finding('noOrigin', 'bad', { count: nameless.length })] : []),
    ...(erased > 0 ? [finding('erased', 'info', { count: erased })] : []),
  ];
}

/** Visitors without initData are normal beside users; without any user the page may have lost Telegram's data. */
function proofsOf(hits: readonly RecentHit[]): Finding<OwnFinding>[] {
  return proofProblems.flatMap((problem) => {
    const count = hits.filter((hit) => hit.dropped === null && hit.problem === problem).length;
    const isNormal = problem === 'NoInitData' && hits.some(({ proof }) => proof !== 'none');
    return count > 0 ? [finding(problem, isNormal ? 'info' : 'warn', { count })] : [];
  });
}
