import type { StartRules } from '@botscope/contract';
import { expect, test } from 'vitest';
import { checkRules } from './check-rules.ts';

const rules: StartRules = {
  type: 'all',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};

test('usual rules are right', () => {
  expect(checkRules(rules)).toEqual({});
  expect(checkRules({ ...rules, type: 'only', params: ['source'] })).toEqual({});
});

test('an invalid rule is reported at its field', () => {
  expect(checkRules({ ...rules, type: 'only' })).toEqual({ params: 'paramsMissing' });
  expect(checkRules({ ...rules, type: 'except' })).toEqual({ params: 'paramsMissing' });
  expect(checkRules({ ...rules, valueSeparator: '_' })).toEqual({ valueSeparator: 'separatorSame' });
  expect(checkRules({ ...rules, paramSeparator: 'and', valueSeparator: '' })).toEqual({
    paramSeparator: 'separatorWrong',
    valueSeparator: 'separatorWrong',
  });
  expect(checkRules({ ...rules, sourceParam: ' ' })).toEqual({ sourceParam: 'sourceMissing' });
});

test('rules that do not split need nothing else', () => {
  expect(checkRules({ ...rules, type: 'auto', paramSeparator: '', sourceParam: '' })).toEqual({});
});
