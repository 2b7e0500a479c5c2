import { formatFilter, parseFilter } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { addCondition, isFull, narrowTo, removeCondition, replaceCondition } from './edit-filter.ts';

const read = (text: string) => parseFilter(text) ?? [];
const premium = { dimension: 'premium', not: false, values: ['yes'] } as const;

describe('a filter is changed', () => {
  it.each([
    ['', 0, 'premium:yes'],
    ['source:ads', 0, 'source:ads;premium:yes'],
    ['source:ads', 1, 'source:ads|premium:yes'],
    ['source:ads|language:ru', 0, 'source:ads;premium:yes|language:ru'],
  ])('"%s" gets a condition in group %i', (before, group, after) => {
    expect(formatFilter(addCondition(read(before), group, premium))).toBe(after);
  });

  it('one condition is replaced, or taken out with its empty group', () => {
    const filter = read('source:ads;language:ru|gender:male');
    expect(formatFilter(replaceCondition(filter, { group: 0, position: 1 }, premium))).toBe(
      'source:ads;premium:yes|gender:male',
    );
    expect(formatFilter(removeCondition(filter, { group: 0, position: 0 }))).toBe('language:ru|gender:male');
    expect(formatFilter(removeCondition(filter, { group: 1, position: 0 }))).toBe('source:ads;language:ru');
    expect(removeCondition(read('source:ads'), { group: 0, position: 0 })).toEqual([]);
  });

  it('has at most twenty conditions', () => {
    expect(isFull(read(Array.from({ length: 20 }, (_, index) => `source:${index}`).join(';')))).toBe(true);
    expect(isFull(read('source:ads'))).toBe(false);
  });
});

describe('a filter is narrowed to one value', () => {
  it.each([
    ['', 'source:ads'],
    ['language:ru', 'language:ru;source:ads'],
    ['source:site,ads;language:ru', 'language:ru;source:ads'],
    ['language:ru|premium:yes', 'language:ru;source:ads|premium:yes;source:ads'],
  ])('"%s" becomes "%s"', (before, after) => {
    expect(formatFilter(narrowTo(read(before), 'source', 'ads'))).toBe(after);
  });

  it('stays as it is where it would grow too long', () => {
    const fullFilter = read(Array.from({ length: 20 }, (_, index) => `command:${index}`).join('|'));
    expect(narrowTo(fullFilter, 'source', 'ads')).toBe(fullFilter);
  });
});
