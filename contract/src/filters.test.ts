import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedValues, type Dimension, dimensions } from './dimensions.ts';
import { type Condition, formatFilter, maxConditions, maxValues, parseFilter } from './filters.ts';

const parameter = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 64 })
  .filter((name) => name.isWellFormed() && [...name].length <= 64)
  .map((name): Dimension => `param.${name}`);
const dimension = fc.oneof(fc.constantFrom<Dimension>(...dimensions), parameter);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  // Signs of the language itself.
  fc.string({ unit: fc.constantFrom('!', ':', ';', '|', ',', '%', '%21', '+', '&', ' ', 'é', '🛒'), maxLength: 8 }),
);
const condition: fc.Arbitrary<Condition> = dimension.chain((name) =>
  fc.record({
    dimension: fc.constant(name),
    not: fc.boolean(),
    values: fc.array(closedValues[name] ? fc.constantFrom(...closedValues[name]) : text, {
      minLength: 1,
      maxLength: 5,
    }),
  }),
);
const filter = fc.array(fc.array(condition, { minLength: 1, maxLength: 5 }), { maxLength: 4 });

test('a formatted filter is parsed back to the same groups, and an address bar carries it unchanged', () => {
  fc.assert(
    fc.property(filter, (groups) => {
      const filterText = formatFilter(groups);
      expect(parseFilter(filterText)).toEqual(groups);
      // As the address bar carries it.
      const address = new URLSearchParams({ filter: filterText }).toString();
      expect(new URLSearchParams(address).get('filter')).toBe(filterText);
    }),
  );
});

test('any text is parsed or rejected, and what is parsed is always written the same way', () => {
  const filterLikeText = fc.string({
    unit: fc.constantFrom('source', 'premium', 'param.', ':', '!', ';', '|', ',', 'yes', '%2', 'x'),
  });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), filterLikeText), (garbage) => {
      const read = parseFilter(garbage);
      if (read === null) return;
      expect(parseFilter(formatFilter(read))).toEqual(read);
    }),
    { numRuns: 2_000 },
  );
});

test('the filter of the documentation', () => {
  expect(parseFilter('source:ads,site;language:!ru|premium:yes')).toEqual([
    [
      { dimension: 'source', not: false, values: ['ads', 'site'] },
      { dimension: 'language', not: true, values: ['ru'] },
    ],
    [{ dimension: 'premium', not: false, values: ['yes'] }],
  ]);
  expect(parseFilter('')).toEqual([]);
  expect(parseFilter('source:')).toEqual([[{ dimension: 'source', not: false, values: [''] }]]);
  expect(parseFilter('source:!')).toEqual([[{ dimension: 'source', not: true, values: [''] }]]);
  expect(parseFilter('source:%21a')).toEqual([[{ dimension: 'source', not: false, values: ['!a'] }]]);
});

test.each([
  ['no dimension', 'source'],
  ['an unknown one', 'colour:red'],
  ['a name of an object', 'constructor:x'],
  ['a parameter without a name', 'param.:x'],
  ['a parameter with a long name', `param.${'x'.repeat(65)}:x`],
  ['a value that the dimension cannot have', 'premium:maybe'],
  ['none of a closed list', 'chat_type:'],
  ['an empty group', 'source:a|'],
  ['an empty condition', 'source:a;;source:b'],
  ['half a character', 'source:%E0%A4'],
  ['a value that is too long', `source:${'x'.repeat(513)}`],
  ['too many values', `source:${new Array(maxValues + 1).fill('x').join()}`],
  ['too many conditions', new Array(maxConditions + 1).fill('source:x').join(';')],
])('%s is refused', (_, garbage) => {
  expect(parseFilter(garbage)).toBeNull();
});
