import type { Bot, DropReason, OtherKey, PageError, PageStatus } from '@botscope/contract';

const hourMs = 3_600_000;
/** Earlier problems may be fixed by now. */
const lookBackMs = 24 * hourMs;
/** Time without a hit after which a page is worth a look, ms. */
const quietMs = 24 * hourMs;

/** Findings about both Mini Apps and websites. */
export type SharedFinding =
  | 'paused'
  | 'archived'
  | 'botPaused'
  | 'works'
  | 'quiet'
  | 'noHits'
  | 'otherKey'
  | 'rate'
  | 'malformed';

/** One sentence about the state of a page. */
export interface Finding<Kind extends string> {
  kind: Kind;
  /** `bad`: hits are lost; `warn`: they are counted, but not of users, or some are lost. */
  tone: 'good' | 'warn' | 'bad' | 'info';
  /** Number of the last hits concerned; 0 if it is not about hits. */
  count: number;
  /** Origins of pages that may not report, or have another key. */
  places: string[];
  /** The last digits of the keys there. */
  digits: string[];
  /** When the last hit was stored. */
  at: string | null;
}

export interface CheckedHit {
  at: string;
  dropped: DropReason | null;
}

export interface CheckedNumbers {
  last_hit_at: string | null;
}

interface CheckedPage {
  status: PageStatus;
}

export interface FindingsData<Page extends CheckedPage, Hit extends CheckedHit> {
  page: Page;
  bot: Pick<Bot, 'statusDisable'>;
  /** The newest first. */
  hits: readonly Hit[];
  /** Undefined while they load. */
  numbers: CheckedNumbers | undefined;
  errors: readonly Pick<PageError, 'count' | 'time'>[];
  otherKeys: readonly OtherKey[];
  /** Unix ms. */
  now: number;
}

type AnyData = FindingsData<CheckedPage, CheckedHit>;

/** The end of a key, in one piece: a line may break after an ellipsis. */
export const keyEnd = (digits: string): string => `…\u2060${digits}`;

export const finding = <Kind extends string>(
  kind: Kind,
  tone: Finding<Kind>['tone'],
  fields: Partial<Finding<Kind>> = {},
): Finding<Kind> => ({ ...{ kind, tone, count: 0, places: [], digits: [], at: null }, ...fields });

/** Hits of the last day that were dropped for this reason. */
export const droppedFor = <Hit extends CheckedHit>(hits: readonly Hit[], reason: DropReason): Hit[] =>
  hits.filter(({ dropped }) => dropped === reason);

const weight = { bad: 0, warn: 1, good: 2, info: 3 } as const;

/**
 * Returns findings about the reports of a page: problems, the gravest first, then what works. `findOwn` adds findings that
 * only its kind of page has, from the hits of the last day.
 */
export function collectFindings<Hit extends CheckedHit, Kind extends string>(
  data: FindingsData<CheckedPage, Hit>,
  findOwn: (hits: readonly Hit[]) => readonly Finding<Kind>[],
): Finding<Kind | SharedFinding>[] {
  const hits = data.hits.filter(({ at }) => data.now - Date.parse(at) < lookBackMs);
  const knownFindings = [
    ...checkState(data),
    ...checkOtherKeys(data),
    ...checkLimits(hits),
    ...findOwn(hits),
    ...checkMalformed(data),
  ];
  const all: Finding<Kind | SharedFinding>[] = [...knownFindings, ...checkPresence(data, hits, knownFindings)];
  return all.sort((one, other) => weight[one.tone] - weight[other.tone]);
}

function checkState({ page: { status }, bot }: AnyData): Finding<SharedFinding>[] {
  if (status !== 'enabled') return [finding(status, 'bad')];
  return bot.statusDisable ? [finding('botPaused', 'bad')] : [];
}

/** Its hits never arrive here, so nothing else shows such a page. */
function checkOtherKeys({ otherKeys }: AnyData): Finding<SharedFinding>[] {
  const [newest] = otherKeys;
  if (newest === undefined) return [];
  const places = [...new Set(otherKeys.map(({ host }) => host))];
  const digits = [...new Set(otherKeys.map((one) => one.digits))];
  return [finding('otherKey', 'bad', { count: otherKeys.length, places, digits, at: newest.at })];
}

function checkLimits(hits: readonly CheckedHit[]): Finding<SharedFinding>[] {
  const count = droppedFor(hits, 'rate').length;
  return count > 0 ? [finding('rate', 'warn', { count })] : [];
}

function checkMalformed({ errors, now }: AnyData): Finding<SharedFinding>[] {
  const recentErrors = errors.filter(({ time }) => now - Date.parse(time) < lookBackMs);
  const count = recentErrors.reduce((sum, error) => sum + error.count, 0);
  return count > 0 ? [finding('malformed', 'warn', { count })] : [];
}

const switchedOff: readonly string[] = ['paused', 'archived', 'botPaused'];

/** Whether hits come at all. Nothing is said while it is not known. */
function checkPresence(
  { numbers, hits, now }: AnyData,
  recentHits: readonly CheckedHit[],
  knownFindings: readonly Finding<string>[],
): Finding<SharedFinding>[] {
  if (knownFindings.some(({ kind }) => switchedOff.includes(kind))) return [];
  const storedHit = recentHits.find(({ dropped }) => dropped === null);
  const lastHitAt = storedHit?.at ?? numbers?.last_hit_at ?? null;
  if (lastHitAt === null) return numbers === undefined || hits.length > 0 ? [] : [finding('noHits', 'info')];
  if (now - Date.parse(lastHitAt) <= quietMs) return [finding('works', 'good', { at: lastHitAt })];
  return knownFindings.some(({ tone }) => tone === 'bad') ? [] : [finding('quiet', 'warn', { at: lastHitAt })];
}
