import type { LinkParts, StartRules } from '@botscope/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filledIn,
  findSource,
  fitted,
  formatParts,
  parseDraft,
  parseParts,
  startParts,
  toKeep,
  toSearch,
} from './link-draft.ts';

const pairs: StartRules = {
  type: 'all',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};
const auto: StartRules = { ...pairs, type: 'auto' };
const parts = (...entries: [string, string][]) => entries.map(([name, value]) => ({ name, value }));
const draft = (...entries: [string, string][]): LinkParts => ({ kind: 'start', app: '', parts: parts(...entries) });

describe('the address', () => {
  test('a draft goes there and back', () => {
    const linkParts: LinkParts = {
      kind: 'startapp',
      app: 'shop',
      parts: parts(['source', 'a,b:c%'], ['campaign', '']),
    };
    const search = toSearch(linkParts, pairs);
    expect(search).toEqual({ kind: 'startapp', app: 'shop', parts: 'source:a%2Cb%3Ac%25,campaign:' });
    expect(parseDraft(search, pairs)).toEqual(linkParts);
  });

  test('stays bare for an untouched page, and opens one', () => {
    for (const rules of [pairs, auto]) {
      const newDraft = parseDraft({}, rules);
      expect(newDraft).toEqual({ kind: 'start', app: '', parts: startParts(rules) });
      expect(toSearch(newDraft, rules)).toEqual({ kind: undefined, app: undefined, parts: undefined });
    }
  });

  test('that is broken still opens', () => {
    expect(parseDraft({ kind: 'startattach', parts: '%E0%A4%A:x,nocolon' }, pairs)).toEqual(parseDraft({}, pairs));
    expect(parseParts(`${'a:b,'.repeat(30)}c:d`)).toHaveLength(20);
  });

  test('holds any text', () => {
    const part = fc.record({ name: fc.string({ minLength: 1, maxLength: 8 }), value: fc.string({ maxLength: 8 }) });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (partList) => {
        expect(parseParts(formatParts(partList))).toEqual(partList);
      }),
    );
  });
});

test('rows that rules ask for', () => {
  const names = (rules: StartRules) => startParts(rules).map(({ name }) => name);
  expect(names(pairs)).toEqual(['source', 'medium', 'campaign']);
  expect(names(auto)).toEqual(['none']);
  expect(names({ ...pairs, type: 'only', params: ['a', 'b', 'a'] })).toEqual(['a', 'b']);
  expect(names({ ...pairs, type: 'except', params: ['medium'] })).toEqual(['source', 'campaign']);
});

test('parts of other rules', () => {
  expect(fitted(parts(['source', 'x'], ['none', 'y']), auto)).toEqual(parts(['none', 'y']));
  expect(fitted(parts(['source', 'x']), auto)).toEqual(parts(['none', 'x']));
  expect(fitted(parts(['source', 'x'], ['medium', 'y']), auto)).toEqual(parts(['none', '']));
  expect(fitted([], pairs)).toEqual(startParts(pairs));
});

test('blank rows keep their place; a template keeps those with a name, the history none', () => {
  const linkParts = draft(['source', 'x'], ['', ''], ['campaign', '']);
  expect(filledIn(linkParts).parts).toEqual(parts(['source', 'x'], ['', ''], ['', '']));
  expect(toKeep(linkParts, { blanks: false }).parts).toEqual(parts(['source', 'x']));
  expect(toKeep(linkParts, { blanks: true }).parts).toEqual(parts(['source', 'x'], ['campaign', '']));
  expect(toKeep({ ...linkParts, app: 'shop' }, { blanks: false }).app).toBe('');
});

test('the source that reports will show', () => {
  const linkParts = draft(['source', 'news1'], ['medium', 'email']);
  const payload = 'source-news1_medium-email';
  expect(findSource(linkParts, payload, pairs)).toBe('news1');
  expect(findSource(linkParts, payload, { ...pairs, sourceParam: 'medium' })).toBe('email');
  expect(findSource(linkParts, payload, { ...pairs, sourceParam: 'ref' })).toBe('');
  expect(findSource(linkParts, payload, { ...pairs, type: 'except', params: ['source'] })).toBe('');
  expect(findSource(linkParts, payload, { ...pairs, type: 'only', params: ['source'] })).toBe('news1');
  expect(findSource(draft(['none', 'spring']), 'spring', auto)).toBe('spring');
  expect(findSource({ ...linkParts, kind: 'startgroup' }, payload, pairs)).toBe('');
});
