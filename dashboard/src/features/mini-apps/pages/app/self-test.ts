import {
  type Bot,
  type DropReason,
  type MiniApp,
  type MiniAppError,
  type MiniAppNumbers,
  type ProofProblem,
  proofProblems,
  type RecentHit,
} from '@botscope/contract';
import { isAllowedOrigin } from '../../shared/origins.ts';

const hourMs = 3_600_000;
/** What went wrong before may be mended by now. */
const lookBackMs = 24 * hourMs;
/** An app without a hit for so long is worth a look. */
const quietMs = 24 * hourMs;

type State = 'paused' | 'archived' | 'botPaused' | 'works' | 'quiet' | 'noHits';
export type FindingKind = State | ProofProblem | 'origin' | 'noOrigin' | 'rate' | 'erased' | 'malformed';

/** One sentence about the state of an app. */
export interface Finding {
  kind: FindingKind;
  /** `bad`: hits are lost; `warn`: they are counted, but not of users, or some are lost. */
  tone: 'good' | 'warn' | 'bad' | 'info';
  /** Of the last hits; 0 where it is not about hits. */
  count: number;
  /** Of `origin`: where pages are that may not report. */
  origins: string[];
  /** When the last hit was stored. */
  at: string | null;
}

export interface SelfTestData {
  app: Pick<MiniApp, 'status' | 'origins'>;
  bot: Pick<Bot, 'statusDisable'>;
  /** The newest first. */
  hits: readonly RecentHit[];
  /** Undefined while they load. */
  numbers: Pick<MiniAppNumbers, 'last_hit_at'> | undefined;
  errors: readonly Pick<MiniAppError, 'count' | 'time'>[];
  /** Unix ms. */
  now: number;
}

const finding = (kind: FindingKind, tone: Finding['tone'], more: Partial<Finding> = {}): Finding => ({
  ...{ kind, tone, count: 0, origins: [], at: null },
  ...more,
});

/** What is wrong with the reports of an app, the gravest first; what works, where it works. */
export function selfTest(data: SelfTestData): Finding[] {
  const hits = data.hits.filter(({ at }) => data.now - Date.parse(at) < lookBackMs);
  const found = [...stateOf(data), ...dropsOf(data, hits), ...proofsOf(hits), ...malformedOf(data)];
  return [...found, ...presenceOf(data, hits, found)].sort((one, other) => weight[one.tone] - weight[other.tone]);
}

const isSwitchedOff = ({ kind }: Finding): boolean => kind === 'paused' || kind === 'archived' || kind === 'botPaused';

const weight = { bad: 0, warn: 1, good: 2, info: 3 } as const;

function stateOf({ app, bot }: SelfTestData): Finding[] {
  if (app.status !== 'enabled') return [finding(app.status, 'bad')];
  return bot.statusDisable ? [finding('botPaused', 'bad')] : [];
}

/** A drop whose reason is gone by now is no news. */
function dropsOf({ app }: SelfTestData, hits: readonly RecentHit[]): Finding[] {
  const dropped = (reason: DropReason) => hits.filter((hit) => hit.dropped === reason);
  const isNamed = ({ origin }: RecentHit) => origin !== '' && origin !== 'null';
  const refused = dropped('origin').filter((hit) => isNamed(hit) && !isAllowedOrigin(app.origins, hit.origin));
  const nameless = app.origins.length === 0 ? [] : dropped('origin').filter((hit) => !isNamed(hit));
  const origins = [...new Set(refused.map(({ origin }) => origin))];
  const [rate, erased] = [dropped('rate').length, dropped('erased').length];
  return [
    ...(refused.length > 0 ? [finding('origin', 'bad', { count: refused.length, origins })] : []),
    ...(nameless.length > 0 ? [finding('noOrigin', 'bad', { count: nameless.length })] : []),
    ...(rate > 0 ? [finding('rate', 'warn', { count: rate })] : []),
    ...(erased > 0 ? [finding('erased', 'info', { count: erased })] : []),
  ];
}

/** Visitors without initData are normal beside users; without any user the page may have lost Telegram's data. */
function proofsOf(hits: readonly RecentHit[]): Finding[] {
  return proofProblems.flatMap((problem) => {
    const count = hits.filter((hit) => hit.dropped === null && hit.problem === problem).length;
    const isNormal = problem === 'NoInitData' && hits.some(({ proof }) => proof !== 'none');
    return count > 0 ? [finding(problem, isNormal ? 'info' : 'warn', { count })] : [];
  });
}

function malformedOf({ errors, now }: SelfTestData): Finding[] {
  const fresh = errors.filter(({ time }) => now - Date.parse(time) < lookBackMs);
  const count = fresh.reduce((sum, error) => sum + error.count, 0);
  return count > 0 ? [finding('malformed', 'warn', { count })] : [];
}

/** Whether hits come at all. Nothing is said while it is not known. */
function presenceOf({ numbers, hits, now }: SelfTestData, fresh: readonly RecentHit[], found: readonly Finding[]) {
  if (found.some(isSwitchedOff)) return [];
  const stored = fresh.find(({ dropped }) => dropped === null);
  const at = stored?.at ?? numbers?.last_hit_at ?? null;
  if (at === null) return numbers === undefined || hits.length > 0 ? [] : [finding('noHits', 'info')];
  if (now - Date.parse(at) <= quietMs) return [finding('works', 'good', { at })];
  return found.some(({ tone }) => tone === 'bad') ? [] : [finding('quiet', 'warn', { at })];
}
