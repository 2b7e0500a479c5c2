import type { ReportLine, ReportTable } from '@botscope/contract';
import { isWithin, type Span } from '../calendar.ts';
import type { SiteHit } from '../facts/site-hits.ts';
import { line, median, share } from '../lines.ts';
import type { Look } from '../question.ts';
import { siteSessions as sessionsOf } from '../site-sessions.ts';
import { othersName } from '../words.ts';
import { linesByValue } from './lines-by-value.ts';

const bounceMs = 10_000;
const maxRows = 100;

/** Sessions count where they begin, hits when they happen. */
export function siteSessions(look: Look): ReportLine[] {
  const sessions = sessionsOf(look);
  const selectSessions = (span: Span) => sessions.filter(({ begin }) => isWithin(begin, span));
  const hits = (span: Span) => look.siteHits.filter(({ time }) => isWithin(time, span));
  const countHits = (span: Span, name: string) => hits(span).filter((hit) => hit.name === name).length;
  const visitors = (span: Span) => new Set(hits(span).flatMap(({ visitor }) => (visitor === '' ? [] : [visitor]))).size;
  const bounced = (span: Span) =>
    selectSessions(span).filter(({ pages, engaged }) => pages.length === 1 && engaged < bounceMs).length;
  return [
    line('sessions', look, (span) => selectSessions(span).length),
    { ...line('visitors', look, visitors), unit: 'users' },
    { ...line('page_views', look, (span) => countHits(span, 'page')), unit: 'events' },
    {
      ...line('engaged', look, (span) => median(selectSessions(span).map(({ engaged }) => engaged / 1_000))),
      unit: 'seconds',
    },
    { ...line('bounced', look, (span) => share(bounced(span), selectSessions(span).length)), unit: 'percent' },
    { ...line('bot_clicks', look, (span) => countHits(span, 'bot_link')), unit: 'events' },
  ];
}

export const siteSessionSource = (look: Look) => sessionsBy(look, ({ source }) => source);
export const siteSessionDevice = (look: Look) => sessionsBy(look, ({ device }) => device);
export const siteSessionCountry = (look: Look) => sessionsBy(look, ({ country }) => country);

/** By the first page view; a session without any by its first hit. */
function sessionsBy(look: Look, pick: (hit: SiteHit) => string): ReportLine[] {
  const valued = sessionsOf(look, pick).map(({ begin, hits: [first], pages: [page] }) => {
    const hit = page ?? first;
    return { time: begin, value: hit ? pick(hit) : '' };
  });
  return linesByValue(look, valued);
}

/**
 * A row per path, with the host once a second website has reported: the largest ones, then views without a path, then
 * all others as one.
 */
export function sitePage(look: Look): ReportTable {
  const hasSeveral = new Set(look.siteHits.map(({ site }) => site)).size > 1;
  const nameOf = ({ host, path }: SiteHit): string => (hasSeveral ? host + path : path);
  const views = look.siteHits.filter(({ name, time }) => name === 'page' && isWithin(time, look.span));
  const periodSessions = sessionsOf(look, ({ host, path }) => `${host} ${path}`).filter(({ begin }) =>
    isWithin(begin, look.span),
  );
  const entries = periodSessions.flatMap(({ pages }) => pages.slice(0, 1));
  const exits = periodSessions.flatMap(({ pages }) => pages.slice(-1));
  const cells = (belongs: (name: string) => boolean) =>
    [views, entries, exits].map((hits) => hits.filter((hit) => belongs(nameOf(hit))).length);
  const names = [...new Set([...views, ...entries, ...exits].map(nameOf))];
  const row = (name: string) => ({ name, values: cells((one) => one === name) });
  const rows = names
    .filter((name) => name !== '')
    .map(row)
    .sort((a, b) => bySize(a.values, b.values) || (a.name < b.name ? -1 : 1));
  const rest = new Set(rows.slice(maxRows).map(({ name }) => name));
  return {
    columns: [
      { name: 'page_views', unit: 'events' },
      { name: 'entries', unit: 'sessions' },
      { name: 'exits', unit: 'sessions' },
    ],
    rows: [
      ...rows.slice(0, maxRows),
      ...(names.includes('') ? [row('')] : []),
      ...(rest.size > 0 ? [{ name: othersName, others: rest.size, values: cells((name) => rest.has(name)) }] : []),
    ],
    totals: cells(() => true),
  };
}

/** The most page views first, then the most entries. */
function bySize([views = 0, entries = 0]: readonly number[], [otherViews = 0, otherEntries = 0]: readonly number[]) {
  return otherViews - views || otherEntries - entries;
}
