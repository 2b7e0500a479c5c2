import type { ReportLine } from '@botscope/contract';
import { isWithin, type Span } from '../calendar.ts';
import { collectUsers } from '../fact-sets.ts';
import type { Fact } from '../facts/fact.ts';
import { line, mean, sum } from '../lines.ts';
import type { Look } from '../question.ts';
import { linesByValue } from './lines-by-value.ts';

/** The hits of one Mini App session, in order, and how many of them are further loads of the page. */
interface AppSession {
  hits: [Fact, ...Fact[]];
  reloads: number;
}

const gapMs = 30 * 60_000;
const twoDaysMs = 2 * 86_400_000;

export function webSessions(look: Look): ReportLine[] {
  const sessions = appSessions(look);
  const selectSessions = (span: Span) => sessions.filter(({ hits: [first] }) => isWithin(first.time, span));
  const seconds = ({ hits: [first, ...rest] }: AppSession) => ((rest.at(-1) ?? first).time - first.time) / 1_000;
  return [
    line('sessions', look, (span) => selectSessions(span).length),
    {
      ...line('users', look, (span) => collectUsers(selectSessions(span).map(({ hits: [first] }) => first)).size),
      unit: 'users',
    },
    { ...line('duration', look, (span) => mean(selectSessions(span).map(seconds))), unit: 'seconds' },
    line('reloads', look, (span) => sum(selectSessions(span).map(({ reloads }) => reloads))),
  ];
}

export const appSessionSource = (look: Look) => sessionsBy(look, (first) => openingSource(look, first));
export const appSessionDevice = (look: Look) => sessionsBy(look, ({ platform }) => platform);
export const appSessionVersion = (look: Look) => sessionsBy(look, ({ version }) => version);

/** The source of the link that opened the app: only one hit of an opening names it. */
function openingSource({ lives }: Look, hit: Fact): string {
  if (hit.launch === '') return hit.source;
  const opening = lives.filter(
    ({ kind, userId, launch }) => kind === 'hit' && userId === hit.userId && launch === hit.launch,
  );
  return opening.sort(inOrder).find(({ source }) => source !== '')?.source ?? '';
}

/** By a value of their first hit. */
function sessionsBy(look: Look, valueIn: (first: Fact) => string): ReportLine[] {
  const valued = appSessions(look).map(({ hits: [first] }) => ({ time: first.time, value: valueIn(first) }));
  return linesByValue(look, valued);
}

/**
 * A launch begins a session, and so does a hit after half an hour without any. A page that is loaded again within half an
 * hour after a hit of the same opening is not launched: it goes on.
 */
function appSessions({ lives, span }: Look): AppSession[] {
  const hits = lives.filter(({ kind, time }) => kind === 'hit' && time < span.end + twoDaysMs);
  const sessions: AppSession[] = [];
  for (const userId of collectUsers(hits)) {
    let last: Fact | undefined;
    const lastOfOpening = new Map<string, number>();
    for (const hit of hits.filter((one) => one.userId === userId).sort(inOrder)) {
      const before = hit.launch === '' ? undefined : lastOfOpening.get(hit.launch);
      const isReload = isLaunch(hit) && before !== undefined && hit.time - before < gapMs;
      const open = sessions.at(-1);
      const goesOn = last && open && (isReload || !isLaunch(hit)) && hit.time - last.time < gapMs;
      const session = goesOn ? open : { hits: [hit] as AppSession['hits'], reloads: 0 };
      if (session === open) open.hits.push(hit);
      else sessions.push(session);
      if (isReload) session.reloads += 1;
      lastOfOpening.set(hit.launch, hit.time);
      last = hit;
    }
  }
  return sessions;
}

const isLaunch = ({ name }: Fact): boolean => name === 'app_launch';

/** If a launch and another hit share a millisecond, the launch came first. */
function inOrder(a: Fact, b: Fact): number {
  return a.time - b.time || Number(isLaunch(b)) - Number(isLaunch(a));
}
