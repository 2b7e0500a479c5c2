import type { RecentSiteHit } from '@botscope/contract';
import { expect, test } from 'vitest';
import { isJustNow, type LiveCheckData, liveCheck } from './live-check.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const hit = (fields: Partial<RecentSiteHit> = {}): RecentSiteHit => ({
  ...{ at: ago(1), name: 'page', hostname: 'a.example', path: '/', referrer: '', source: '', width: 'm' },
  ...{
    device: 'desktop',
    browser: 'Chrome',
    os: 'Linux',
    script: '1',
    visitor: '01234567',
    user_id: null,
    dropped: null,
    detail: '',
  },
  ...fields,
});
const check = (fields: Partial<LiveCheckData> = {}) =>
  liveCheck({
    page: { status: 'enabled', domains: ['a.example'] },
    bot: { statusDisable: false },
    ...{ hits: [], numbers: { last_hit_at: null }, errors: [], otherKeys: [], now },
    ...fields,
  });
const kinds = (fields: Partial<LiveCheckData>) => check(fields).map(({ kind }) => kind);

test('a hit of the last minutes has just come; an older one works, or is quiet', () => {
  const works = (minutes: number) => check({ hits: [hit({ at: ago(minutes) })] });
  expect(works(4)).toMatchObject([{ kind: 'works', at: ago(4) }]);
  expect(works(4).map((finding) => isJustNow(finding, now))).toEqual([true]);
  expect(works(6).map((finding) => isJustNow(finding, now))).toEqual([false]);
  expect(kinds({ numbers: { last_hit_at: ago(25 * 60) } })).toEqual(['quiet']);
  expect(kinds({})).toEqual(['noHits']);
});

test('a switch that is off comes before everything else', () => {
  const hits = [hit({ dropped: 'paused' })];
  expect(kinds({ hits, page: { status: 'paused', domains: [] } })).toEqual(['paused']);
  expect(kinds({ hits, bot: { statusDisable: true } })).toEqual(['botPaused']);
});

test('domains that are not listed are named until they are', () => {
  const buildRejectedHit = (hostname: string) => hit({ dropped: 'origin', hostname });
  const hits = [
    buildRejectedHit('b.example'),
    buildRejectedHit('b.example'),
    buildRejectedHit('www.a.example'),
    buildRejectedHit(''),
  ];
  expect(check({ hits })).toMatchObject([{ kind: 'origin', tone: 'bad', count: 2, places: ['b.example'] }]);
  expect(kinds({ hits, page: { status: 'enabled', domains: ['*.example'] } })).toEqual([]);
});

test('programs, privacy signals and consent are explained beside what works', () => {
  const hits = [hit(), hit({ dropped: 'bot' }), hit({ dropped: 'privacy' }), hit({ dropped: 'consent' })];
  expect(kinds({ hits })).toEqual(['works', 'bot', 'privacy', 'consent']);
  expect(kinds({ hits: hits.slice(1, 2) })).toEqual(['bot']);
});
