import type { StartRules, UtmLink } from '@botscope/contract';
import { expect, test } from 'vitest';
import { nameSuggestions, valueSuggestions } from './suggestions.ts';

const rules: StartRules = {
  type: 'all',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'ref',
};
const formerLink: UtmLink = {
  id: 1,
  name: '',
  link: { kind: 'start', app: '', parts: [{ name: 'banner', value: 'x' }] },
  url: '',
  created_at: '',
};
const ask = (fields: Partial<Parameters<typeof nameSuggestions>[0]>) =>
  nameSuggestions({ rules, seen: [], history: [], others: [], ...fields });

test('the source comes first, then what the bot has seen, then what links had; none twice', () => {
  expect(ask({ seen: ['city', 'ref'], history: [formerLink] })).toEqual([
    'ref',
    'city',
    'banner',
    'source',
    'medium',
    'campaign',
    'content',
    'term',
  ]);
});

test('names that would be rejected at once, or are there already, are not suggested', () => {
  expect(ask({ seen: ['utm_source', 'a-b', 'имя'], others: ['ref', 'medium'] })).toEqual([
    'source',
    'campaign',
    'content',
    'term',
  ]);
  expect(ask({ rules: { ...rules, type: 'except', params: ['term', 'ref'] } })).not.toContain('term');
  expect(ask({ rules: { ...rules, type: 'only', params: ['city'] } }).slice(0, 2)).toEqual(['ref', 'city']);
});

test('values that a link can carry', () => {
  const values = ['news1', '', 'a b', 'ads_2-x'].map((value, index) => ({ value, users: index }));
  expect(valueSuggestions(values).map(({ value }) => value)).toEqual(['news1', 'ads_2-x']);
});
