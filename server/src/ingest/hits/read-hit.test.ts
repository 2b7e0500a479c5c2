import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHit } from './read-hit.ts';
import { readHitBody } from './read-hit-body.ts';

const hit = { id: '00112233aabbccdd', n: 'buy', t: 1_772_359_200_000 };
const plainHit = {
  ...{ id: hit.id, name: 'buy', deviceTime: hit.t, path: '', category: '' },
  value: null,
  unit: '',
  props: {},
};

test.each<[string, object, object]>([
  ['the least', {}, {}],
  [
    'all of it',
    { u: '/cart', c: 'shop', val: 9.5, cur: 'eur', d: { size: 'L', count: 2, gift: true } },
    {
      ...{ path: '/cart', category: 'shop', value: 9.5, unit: 'EUR', props: { size: 'L', count: 2, gift: true } },
    },
  ],
  ['nulls are absent', { u: null, c: null, val: null, cur: null, d: null }, {}],
  ['a fraction of a millisecond', { t: hit.t + 0.7 }, {}],
  // The hash of a Mini App's address is its initData.
  ['no query and no hash', { u: '/cart?x=1#tgWebAppData=secret' }, { path: '/cart' }],
  ['only a hash', { u: '#tgWebAppData=secret' }, {}],
  ['a long name', { n: 'x'.repeat(100) }, { name: 'x'.repeat(64) }],
  [
    'long texts',
    { u: `/${'x'.repeat(600)}`, c: 'c'.repeat(99), d: { a: 'v'.repeat(300) } },
    {
      ...{ path: `/${'x'.repeat(511)}`, category: 'c'.repeat(64), props: { a: 'v'.repeat(200) } },
    },
  ],
  ['half a letter', { n: 'a\ud83d' }, { name: 'a\ufffd' }],
])('is read: %s', (_, overrides, expected) => {
  expect(readHit({ ...hit, ...overrides })).toEqual({ ...plainHit, ...expected });
});

test.each<[string, unknown]>([
  ['NotAnObject', 'buy'],
  ['NotAnObject', [hit]],
  ['NotAnObject', null],
  ['WrongId', { ...hit, id: 'AABB' }],
  ['WrongId', { ...hit, id: 1_122_334_455_667_788 }],
  ['WrongName', { ...hit, n: ' ' }],
  ['WrongName', { ...hit, n: 7 }],
  ['WrongTime', { ...hit, t: '2026-03-01' }],
  ['WrongTime', { ...hit, t: 0 }],
  ['WrongTime', { ...hit, t: Number.NaN }],
  ['WrongTime', { ...hit, t: 4_102_444_800_000 }],
  ['WrongField', { ...hit, u: 7 }],
  ['WrongField', { ...hit, c: {} }],
  ['WrongField', { ...hit, val: '9.5' }],
  ['WrongField', { ...hit, val: 1, cur: 'euro' }],
  ['WrongField', { ...hit, d: [] }],
  ['WrongField', { ...hit, d: { a: {} } }],
  ['WrongField', { ...hit, d: { ['k'.repeat(41)]: 1 } }],
  ['TooManyProps', { ...hit, d: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`k${index}`, 1])) }],
])('%s', (problem, item) => expect(readHit(item)).toBe(problem));

const body = { k: 'ab'.repeat(16), l: 'cd'.repeat(16), e: [hit] };
const read = (value: unknown) => readHitBody(Buffer.from(JSON.stringify(value)));

test('bad events stand apart from the good ones, and those beyond fifty too', () => {
  const goodHits = Array.from({ length: 49 }, () => hit);
  const request = read({
    ...body,
    v: 3,
    sent: 5,
    i: 'x=1',
    s: 't',
    p: 'ios',
    w: '8.0',
    e: [{}, ...goodHits, hit, hit],
  });
  expect(request).toMatchObject({
    ...{ key: body.k, launchName: body.l, script: '3', sentAt: 5, initData: 'x=1', ticket: 't' },
    ...{ platform: 'ios', version: '8.0' },
  });
  if ('unreadable' in request) throw new Error(request.unreadable);
  expect(request.hits).toHaveLength(49);
  expect(request.bad.map(({ problem }) => problem)).toEqual(['WrongId', 'TooMany', 'TooMany']);
});

test.each<[string, unknown]>([
  ['not JSON', '{'],
  ['a list', [body]],
  ['no key', { ...body, k: undefined }],
  ['a key of another kind', { ...body, k: '0123456789abc' }],
  ['no launch', { ...body, l: 'x' }],
  ['no events', { ...body, e: [] }],
  ['events that are no list', { ...body, e: hit }],
])('a body is unreadable: %s', (_, value) => {
  expect(typeof value === 'string' ? readHitBody(Buffer.from(value)) : read(value)).toHaveProperty('unreadable');
});

test('a property cannot be a prototype, and nothing throws', () => {
  const parsedHit = readHit({ ...hit, d: JSON.parse('{"__proto__":"x","constructor":"y"}') });
  expect(typeof parsedHit === 'string' ? parsedHit : JSON.stringify(parsedHit.props)).toBe(
    '{"__proto__":"x","constructor":"y"}',
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => readHit(value) !== undefined));
  fc.assert(fc.property(fc.jsonValue(), (value) => read(value) !== undefined));
});

const page = (overrides: object) => {
  const request = read({ ...body, ...overrides });
  if ('unreadable' in request) throw new Error(request.unreadable);
  return request.page;
};

test.each<[string, object, object]>([
  ['nothing', {}, { host: '', referrer: '', campaign: {}, width: '', hasConsented: false, proof: '' }],
  ['a host', { h: 'Example.COM.' }, { host: 'example.com' }],
  ['a referrer with all that it may have', { r: 'https://News.org/a/b?x=1#y' }, { referrer: 'news.org/a/b' }],
  ['a referrer with a name in it', { r: 'https://ann:secret@news.org/' }, { referrer: '' }],
  [
    'campaign parameters, no others',
    { q: { utm_source: ' ads ', gclid: 'x', email: 'a@b.c', utm_term: 7 } },
    { campaign: { utm_source: 'ads', gclid: 'x' } },
  ],
  ['a long value', { q: { utm_source: 'x'.repeat(300) } }, { campaign: { utm_source: 'x'.repeat(200) } }],
  ['the widest phone', { vw: 575 }, { width: 'xs' }],
  ['a tablet', { vw: 768 }, { width: 'm' }],
  ['a wide window', { vw: 1_400 }, { width: 'xl' }],
  ['no width', { vw: 'm' }, { width: '' }],
  ['what proves whose visit it is', { u: 'bsu=v1.abc' }, { proof: 'bsu=v1.abc' }],
  ['consent', { ok: true }, { hasConsented: true }],
  ['no consent', { ok: 'yes' }, { hasConsented: false }],
])('what a page says of itself is read: %s', (_, overrides, expected) =>
  expect(page(overrides)).toMatchObject(expected),
);

test('a page can report anything about itself: it never throws, and no query or hash is left', () => {
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (h, r, q) => page({ h, r, q }) !== undefined));
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      (r) => !/[?#]/.test(page({ r }).referrer),
    ),
  );
});
