import { formatFilter, parseFilter } from '@botscope/contract';
import { expect, test } from 'vitest';
import { compileFilter } from './filter-sql.ts';
import { scope } from './scope.ts';

const period = { start: 1_000, end: 2_000 };
const reading = { model: 'first', sourceParameter: 'source', hiddenCommands: [], callbackMaxLength: 64 } as const;
const compile = (text: string) => compileFilter(parseFilter(text) ?? [], period, reading);

test('no filter changes nothing', () => {
  expect(compile('')).toBeUndefined();
  expect(compileFilter([[]], period, reading)).toBeUndefined();
});

test('values, names of parameters and moments travel as parameters only', () => {
  const values = { 'param.x y': "o'1", source: "o'2", language: "o'3", country: "o'4", command: "o'5" };
  const text = Object.entries(values)
    .map(([dimension, value]) => formatFilter([[{ dimension: dimension as 'source', not: false, values: [value] }]]))
    .join(';');
  const filter = compile(text);

  expect(filter?.params).toEqual({
    filter_start: 1_000,
    filter_end: 2_000,
    filter_1: ["o'1"],
    filter_1_parameter: 'x y',
    filter_2: ["o'2"],
    filter_3: ["o'3"],
    filter_4: ["o'4"],
    filter_5: ["o'5"],
  });
  const texts = [filter?.ofAction, filter?.ofUsersRow, filter?.ofUser].join();
  for (const secret of [...Object.values(values), 'x y', '1000', '2000']) expect(texts).not.toContain(secret);
});

test('the filter goes on speaking of its own period where a statement reads another', () => {
  const { sql, params } = scope('0123456789abc', 1_000, 2_000, compile('audience:new'))
    .within(0, 1_500)
    .statement((from) => `SELECT count() FROM ${from.users}`);
  expect(sql).toContain('{filter_start:Int64}');
  expect(params).toMatchObject({ start: 0, end: 1_500, filter_start: 1_000, filter_end: 2_000 });
});

test('a repeated condition is compiled once', () => {
  expect(compile('source:a;language:b;source:a|source:a;language:b|gender:male')).toEqual(
    compile('source:a;language:b|gender:male'),
  );
});
