import type { RecentHit } from '@botscope/contract';
import { expect, test } from 'vitest';
import { type SelfTestData, selfTest } from './self-test.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const hit = (fields: Partial<RecentHit> = {}): RecentHit => ({
  ...{ at: ago(1), name: 'cart', path: '/', origin: 'https://a.example', platform: 'ios', version: '9.1', script: '1' },
  ...{ launch: '01234567', proof: 'hmac', problem: null, user_id: 5, dropped: null, detail: '' },
  ...fields,
});
const data = (fields: Partial<SelfTestData> = {}): SelfTestData => ({
  page: { status: 'enabled', origins: [] },
  bot: { statusDisable: false },
  ...{ hits: [], numbers: { last_hit_at: null }, errors: [], otherKeys: [], now },
  ...fields,
});
const kinds = (fields: Partial<SelfTestData>) => selfTest(data(fields)).map(({ kind }) => kind);

test('the self-test says what to check if an app has no hits, but not before that is known', () => {
  expect(kinds({})).toEqual(['noHits']);
  expect(kinds({ numbers: undefined })).toEqual([]);
  expect(kinds({ numbers: undefined, hits: [hit()] })).toEqual(['works']);
});

test('the last stored hit says that it works, or that it is quiet', () => {
  expect(selfTest(data({ hits: [hit({ at: ago(3) })] }))).toMatchObject([{ kind: 'works', at: ago(3) }]);
  expect(kinds({ numbers: { last_hit_at: ago(60) } })).toEqual(['works']);
  expect(kinds({ numbers: { last_hit_at: ago(25 * 60) } })).toEqual(['quiet']);
});

test('a switch that is off comes before everything else', () => {
  const hits = [hit({ dropped: 'paused' })];
  expect(kinds({ hits, page: { status: 'paused', origins: [] } })).toEqual(['paused']);
  expect(kinds({ hits, page: { status: 'archived', origins: [] } })).toEqual(['archived']);
  expect(kinds({ hits, bot: { statusDisable: true } })).toEqual(['botPaused']);
});

test('origins that may not report are named until they are allowed', () => {
  const hits = [
    hit({ dropped: 'origin', origin: 'https://b.example' }),
    hit({ dropped: 'origin', origin: 'https://b.example' }),
    hit({ dropped: 'origin', origin: '', proof: 'none', problem: 'NoInitData' }),
  ];
  const app = { status: 'enabled', origins: ['https://a.example'] } as const;
  expect(selfTest(data({ hits, page: { ...app, origins: [...app.origins] } }))).toMatchObject([
    { kind: 'origin', tone: 'bad', count: 2, places: ['https://b.example'] },
    { kind: 'noOrigin', tone: 'bad', count: 1 },
  ]);
  expect(kinds({ hits: [hit(), ...hits.slice(0, 2)], page: { ...app, origins: [...app.origins] } })).toEqual([
    'origin',
    'works',
  ]);
  expect(kinds({ hits: hits.slice(0, 2), page: { status: 'enabled', origins: ['https://b.example'] } })).toEqual([]);
  expect(kinds({ hits, page: { status: 'enabled', origins: [] } })).toEqual([]);
});

test('failed proofs are counted beside what works; those of yesterday are not', () => {
  const hits = [
    hit(),
    hit({ proof: 'none', problem: 'Forged', user_id: null }),
    hit({ proof: 'none', problem: 'Expired', user_id: null, at: ago(25 * 60) }),
  ];
  expect(selfTest(data({ hits }))).toMatchObject([{ kind: 'Forged', count: 1 }, { kind: 'works' }]);
});

test('visitors without data are normal beside users, and a warning without any', () => {
  const visitor = hit({ proof: 'none', problem: 'NoInitData', user_id: null });
  expect(selfTest(data({ hits: [visitor] }))).toMatchObject([{ kind: 'NoInitData', tone: 'warn' }, { kind: 'works' }]);
  expect(selfTest(data({ hits: [visitor, hit()] }))).toMatchObject([
    { kind: 'works' },
    { kind: 'NoInitData', tone: 'info' },
  ]);
});

test('malformed events and limits are warnings', () => {
  const hits = [hit(), hit({ dropped: 'rate' }), hit({ dropped: 'malformed', detail: 'WrongId' })];
  const errors = [
    { count: 3, time: ago(1) },
    { count: 9, time: ago(2 * 24 * 60) },
  ];
  expect(selfTest(data({ hits, errors }))).toMatchObject([
    { kind: 'rate', count: 1 },
    { kind: 'malformed', count: 3 },
    { kind: 'works' },
  ]);
});

test('a page that reports with another key is named, with its last digits, also beside what works', () => {
  const otherKeys = [
    { host: 'a.example', digits: '1234', at: ago(2) },
    { host: 'b.example', digits: '00ff', at: ago(9) },
    { host: 'a.example', digits: '00ff', at: ago(10) },
  ];
  expect(selfTest(data({ otherKeys }))).toMatchObject([
    { kind: 'otherKey', tone: 'bad', count: 3, places: ['a.example', 'b.example'], digits: ['1234', '00ff'] },
    { kind: 'noHits' },
  ]);
  expect(kinds({ otherKeys, hits: [hit()] })).toEqual(['otherKey', 'works']);
});
