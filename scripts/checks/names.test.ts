import { expect, test } from 'vitest';
import { declaredNames, judgeNames } from './names.mjs';

const namesIn = (source: string) => declaredNames('a.ts', source).map(({ name }) => name);

test.each([
  ['const row = 1, [first, { second: { third } }] = list;', ['row', 'first']],
  ['const { key: userKey, ...others } = row;', ['userKey', 'others']],
  ['function load(id: number, { bot, limit = most }: Options, [head] = list) {}', ['load', 'id', 'head']],
  ['const parse = async (text: string) => text.map((line) => line);', ['parse', 'text', 'line']],
  ['class Queue { add(item: Item) {} }', ['Queue', 'item']],
  ['interface Row { known: boolean }\ntype Known = Row;', ['Row', 'Known']],
  ['try {} catch (error) {}', ['error']],
  ['const known = { found: 1 };', ['known']],
])('%s declares %j', (source, expected) => {
  expect(namesIn(source)).toEqual(expected);
});

test('one name in a hundred may be a closed-class word, and 150 functions may end in "Of"', () => {
  const named = (name: string, isFunction = false) => ({ name, isFunction, file: 'a.ts' });
  const nouns = Array.from({ length: 199 }, () => named('row'));
  expect(judgeNames([...nouns, named('known')]).problems).toEqual([]);
  expect(judgeNames([...nouns, named('known'), named('found'), named('own')]).problems).toEqual([
    '1.49 % of names are adjectives or closed-class words, and 1 % may be: known (a.ts), found (a.ts), own (a.ts)',
  ]);
  const projections = Array.from({ length: 151 }, (_, index) => named(`key${index}Of`, true));
  expect(judgeNames(projections.slice(1)).problems).toEqual([]);
  expect(judgeNames(projections).problems).toEqual(['151 functions are called …Of, and 150 may be']);
  expect(judgeNames(projections.map(({ name }) => named(name))).problems).toEqual([]);
});
