import { buildLink, isKept, type LinkParts, payloadLimits, type StartRules } from '@botscope/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultStartRules, parseStartPayload } from '../../events/normalize/start-payload.ts';

const pairs: StartRules = { ...defaultStartRules, type: 'all' };
const link = (parts: readonly (readonly [string, string])[], changes: Partial<LinkParts> = {}): LinkParts => ({
  kind: 'start',
  app: '',
  parts: parts.map(([name, value]) => ({ name, value })),
  ...changes,
});
/** `code part field found` of each problem. */
const listProblems = (rules: StartRules, parts: LinkParts) =>
  buildLink('shop_bot', rules, parts).problems.map(({ code, part, field, found }) =>
    [code, part ?? '-', field ?? '-', found].join(' ').trim(),
  );

test('addresses of each kind', () => {
  const parts = [
    ['source', 'news1'],
    ['medium', 'email'],
  ] as const;
  const url = (changes: Partial<LinkParts>) => buildLink('shop_bot', pairs, link(parts, changes)).url;
  expect(url({})).toBe('https://t.me/shop_bot?start=source-news1_medium-email');
  expect(url({ kind: 'startgroup' })).toBe('https://t.me/shop_bot?startgroup=source-news1_medium-email');
  expect(url({ kind: 'startapp' })).toBe('https://t.me/shop_bot?startapp=source-news1_medium-email');
  expect(url({ kind: 'startapp', app: 'shop' })).toBe('https://t.me/shop_bot/shop?startapp=source-news1_medium-email');
  expect(url({ kind: 'start', app: 'shop' })).toBe('https://t.me/shop_bot?start=source-news1_medium-email');
});

describe('a payload', () => {
  test.each<[string, StartRules, [string, string][], string]>([
    ['one plain value', defaultStartRules, [['none', 'spring_sale-1']], 'spring_sale-1'],
    ['an affiliate code, whole', pairs, [['none', '_tgr_Ab_c-d']], '_tgr_Ab_c-d'],
    [
      'words without a name',
      pairs,
      [
        ['none', 'spring_sale'],
        ['source', 'x'],
      ],
      'spring_sale_source-x',
    ],
    ['a value with the value separator', pairs, [['source', 'a-b-c']], 'source-a-b-c'],
    ['unnamed, with the value separator', pairs, [['none', 'a-b']], 'none-a-b'],
    [
      'empty rows are no parts',
      pairs,
      [
        ['', ''],
        ['source', 'x'],
        ['', ''],
      ],
      'source-x',
    ],
    [
      'long separators',
      { ...pairs, paramSeparator: '__', valueSeparator: '--' },
      [
        ['utm_source', 'my-news'],
        ['medium', 'paid_post'],
      ],
      'utm_source--my-news__medium--paid_post',
    ],
  ])('%s', (_, rules, parts, payload) => {
    expect(buildLink('shop_bot', rules, link(parts))).toMatchObject({ payload, problems: [] });
  });
});

describe('parts that cannot be read back and are refused', () => {
  test.each<[string, StartRules, [string, string][]]>([
    ['empty - -', pairs, []],
    ['empty - -', defaultStartRules, [['none', '']]],
    ['nameMissing 0 name', pairs, [['', 'x']]],
    ['valueMissing 0 value', pairs, [['source', '']]],
    ['characters 0 value й ', pairs, [['source', 'йй й']]],
    ['characters 0 value .?', defaultStartRules, [['none', 'a.b?.']]],
    ['separator 0 value _', pairs, [['source', 'my_news']]],
    ['separator 0 name _', pairs, [['utm_source', 'news']]],
    ['separator 0 name -', pairs, [['utm-source', 'news']]],
    ['separator 0 value _', pairs, [['none', 'a-b_c']]],
    [
      'repeated 1 name',
      pairs,
      [
        ['source', 'a'],
        ['source', 'b'],
      ],
    ],
    [
      'joint 0 value __',
      { ...pairs, paramSeparator: '__' },
      [
        ['source', 'a_'],
        ['medium', 'b'],
      ],
    ],
    ['joint 0 value _-', { ...pairs, paramSeparator: '_-' }, [['a_', 'b']]],
    ['joint 0 name --', { ...pairs, valueSeparator: '--' }, [['a-', 'b']]],
    ['rules - - .', { ...pairs, valueSeparator: '.' }, [['source', 'x']]],
    [
      'rules - - ~',
      { ...pairs, paramSeparator: '~' },
      [
        ['source', 'x'],
        ['medium', 'y'],
      ],
    ],
    ['reserved - - bizChat', defaultStartRules, [['none', 'bizChat123']]],
    ['reserved - - _tgr_', { ...pairs, paramSeparator: '__' }, [['_tgr_', 'x']]],
    ['tooLong - -', pairs, [['source', 'x'.repeat(58)]]],
  ])('%s', (expected, rules, parts) => {
    expect(listProblems(rules, link(parts))).toEqual([expected.trim()]);
    expect(buildLink('shop_bot', rules, link(parts)).url).toBe('');
  });

  test('names of Mini Apps', () => {
    const app = (name: string) => listProblems(pairs, link([['source', 'x']], { kind: 'startapp', app: name }));
    expect(app('shop_1')).toEqual([]);
    expect(app('my shop')).toEqual(['app - app']);
    expect(app('123')).toEqual(['app - app']);
  });

  test('each kind has its length', () => {
    const parts = (length: number) => link([['none', 'x'.repeat(length)]], { kind: 'startapp' });
    expect(listProblems(defaultStartRules, parts(512))).toEqual([]);
    expect(listProblems(defaultStartRules, parts(513))).toEqual(['tooLong - -']);
    expect(listProblems(defaultStartRules, { ...parts(64), kind: 'startgroup' })).toEqual([]);
    expect(listProblems(defaultStartRules, { ...parts(65), kind: 'start' })).toEqual(['tooLong - -']);
  });
});

/** Few letters, so that names, values and separators meet all the time. */
const word = (limit: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', '_', '-', '.'), maxLength: limit });
const separators = fc
  .tuple(...[0, 1].map(() => fc.constantFrom('_', '-', '__', '--', '_-', '-_', '.', '-_-')))
  // The settings refuse a value separator that holds the parameter separator.
  .filter(([paramSeparator, valueSeparator]) => !valueSeparator!.includes(paramSeparator!));
const names = fc.oneof(word(4), fc.constantFrom('none', 'source', '__proto__', '_tgr_', 'toString'));
const someRules = fc
  .tuple(fc.constantFrom('auto', 'all', 'only', 'except'), separators, fc.array(names, { maxLength: 3 }))
  .map(([type, [paramSeparator, valueSeparator], params]): StartRules => {
    return { type, params, paramSeparator: paramSeparator!, valueSeparator: valueSeparator!, sourceParam: 'source' };
  });
const values = fc.oneof(word(6), fc.constantFrom('_tgr_ab', 'bizChat1', '1'));
const someParts = fc.array(fc.record({ name: names, value: values }), { maxLength: 4 });

test('the parts built into a payload are the parts read from it', () => {
  let built = 0;
  fc.assert(
    fc.property(someRules, someParts, (rules, parts) => {
      const { payload, url, problems } = buildLink('shop_bot', rules, { kind: 'start', app: '', parts });
      fc.pre(problems.length === 0);
      built += 1;
      expect(payload).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(url).toBe(`https://t.me/shop_bot?start=${payload}`);
      const givenParts = parts.filter(({ name, value }) => name !== '' || value !== '');
      const first = givenParts.find(({ value }) => value !== '');
      const writtenPairs =
        rules.type === 'auto' ? [['none', first?.value]] : givenParts.map(({ name, value }) => [name, value]);
      const keptPairs = writtenPairs.filter(([name]) => isKept(name!, rules));
      const read = parseStartPayload(payload, rules);
      expect(Object.entries(read.params).sort()).toEqual(keptPairs.sort());
      const source = rules.type === 'auto' ? payload : (keptPairs.find(([name]) => name === 'source')?.[1] ?? '');
      expect(read.source).toBe(source);
    }),
    { numRuns: 3_000, maxSkipsPerRun: 100 },
  );
  expect(built).toBe(3_000);
});

test('a link is not refused without need: one that would be read back is built', () => {
  fc.assert(
    fc.property(someRules, someParts, (rules, parts) => {
      const givenParts = parts.filter(({ name, value }) => name !== '' && value !== '');
      if (rules.type === 'auto' || givenParts.some(({ name }) => name === 'none')) return;
      const { paramSeparator, valueSeparator } = rules;
      const payload = givenParts.map(({ name, value }) => `${name}${valueSeparator}${value}`).join(paramSeparator);
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(payload)) return;
      const read = parseStartPayload(payload, { ...rules, type: 'all' });
      const expectedPairs = givenParts.map(({ name, value }) => [name, value]);
      const isSame = JSON.stringify(Object.entries(read.params).sort()) === JSON.stringify(expectedPairs.sort());
      const { problems } = buildLink('shop_bot', rules, { kind: 'start', app: '', parts: givenParts });
      expect(problems.length === 0).toBe(isSame);
    }),
    { numRuns: 3_000 },
  );
  expect(payloadLimits.start).toBe(64);
});
