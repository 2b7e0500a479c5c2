import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonExcerpt } from './json-excerpt.ts';
import { cutList, measureJson, withoutMark } from './json-pieces.ts';

function cut(text: string, maxItems = 1_000) {
  const bytes = Buffer.from(text);
  const work = cutList(bytes, maxItems);
  for (;;) {
    const { done, value } = work.next();
    if (!done) continue;
    if (value === null || value === 'TooMany' || value === 'Torn') return value;
    return { ...value, items: value.pieces.map(({ start, end }) => bytes.toString('utf8', start, end)) };
  }
}

describe('cutList', () => {
  it('gives the items of any list, and of any answer of getUpdates, as JSON.parse does', () => {
    const spaces = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), spaces, fc.boolean(), (list, space, isAnswer) => {
        const read = cut(
          `\ufeff${JSON.stringify(isAnswer ? { ok: true, x: ['a'], result: list } : list, null, space)}\n`,
        );
        if (read === null || typeof read === 'string') throw new Error('no list');
        expect(read.items.map((item) => JSON.parse(item))).toEqual(JSON.parse(JSON.stringify(list)));
        const frame = JSON.parse(withoutMark(read.frame));
        expect(isAnswer ? frame.result : frame).toEqual([]);
      }),
    );
  });

  it.each(['', '{"a":[1]}', '{"a":{"result":[1]}}', '"[1]"', '5'])('finds none in %j', (text) => {
    expect(cut(text)).toBeNull();
  });

  it.each(['[', '[1,2', '[1}', '{"result":[1', '["]"'])('finds that %j does not end', (text) => {
    expect(cut(text)).toBe('Torn');
  });

  it('stops at the first item too many', () => {
    expect(cut('[1,2,3', 2)).toBe('TooMany');
    expect(cut('[1,2]', 2)).toMatchObject({ items: ['1', '2'] });
  });

  it('measures what an item would cost', () => {
    const text = '{"a":[1,[],{"b":"],["}],"c":2}';
    expect(measureJson(Buffer.from(text))).toMatchObject({ depth: 3, values: 8 });
    expect(cut(`[${text}]`)).toMatchObject({ pieces: [{ depth: 3, values: 8 }] });
  });
});

describe('jsonExcerpt', () => {
  it('is the beginning of the JSON of any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(40), (value, length) => {
        expect(jsonExcerpt(value, length)).toBe(JSON.stringify(value).slice(0, length));
      }),
    );
  });

  it('is made of what JSON.stringify cannot hold', () => {
    const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    expect(jsonExcerpt(deep)).toMatch(/^\[+…\]+$/);
    expect(jsonExcerpt(undefined)).toBe('');
  });
});
