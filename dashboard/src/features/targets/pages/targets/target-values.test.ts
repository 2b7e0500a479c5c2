import type { TargetDraft } from '@botscope/contract';
import { expect, test } from 'vitest';
import { emptyTarget, findField, findProblems, type TargetValues, toDraft, toFormValues } from './target-values.ts';

const noValue = { kind: 'none' } as const;
const drafts: TargetDraft[] = [
  { name: 'Bought', trigger: { kind: 'command', name: '/buy' }, value: noValue },
  { name: 'Pressed', trigger: { kind: 'button', data: 'order_', match: 'begins' }, value: { kind: 'event' } },
  { name: 'Said', trigger: { kind: 'text', text: '^order \\d+$', match: 'pattern' }, value: noValue },
  { name: 'Came', trigger: { kind: 'start', payload: '' }, value: noValue },
  { name: 'By ads', trigger: { kind: 'start_param', param: 'source', value: 'ads' }, value: noValue },
  { name: 'Paid', trigger: { kind: 'event', event: 'pre_checkout_query' }, value: { kind: 'event' } },
  { name: 'Scored', trigger: { kind: 'webapp', name: 'level_up' }, value: noValue },
  { name: 'Shop', trigger: { kind: 'api' }, value: { kind: 'fixed', amount: 1_999, currency: 'EUR' } },
];

test.each(drafts)('$name: what is stored comes back from the form unchanged', (draft) => {
  const values = toFormValues(draft);
  expect(toDraft(values)).toEqual(draft);
  expect(findProblems(values)).toEqual({});
});

const fixed = (amount: string, currency = 'EUR'): TargetValues => ({
  ...emptyTarget,
  name: 'Sold',
  command: '/buy',
  valueKind: 'fixed',
  amount,
  currency,
});

test.each([
  ['9.90', 'EUR', 990],
  ['9,9', 'EUR', 990],
  ['1 200', 'RUB', 120_000],
  ['0', 'EUR', 0],
  ['300', 'XTR', 300],
  ['500', 'JPY', 500],
])('%s of %s is %i smallest units', (text, currency, amount) => {
  expect(toDraft(fixed(text, currency)).value).toEqual({ kind: 'fixed', amount, currency });
});

test.each(['', 'much', '-5', '1.2.3', '99999999999999'])('the amount "%s" is refused at its field', (text) => {
  expect(Object.keys(findProblems(fixed(text)))).toEqual(['amount']);
});

test('an empty trigger and an empty name are shown at their own fields', () => {
  expect(findProblems(emptyTarget)).toEqual({ name: { code: 'RequiredFields' }, command: { code: 'RequiredFields' } });
  expect(Object.keys(findProblems({ ...emptyTarget, name: 'x', kind: 'webapp' }))).toEqual(['webapp']);
  expect(findProblems({ ...emptyTarget, name: 'x'.repeat(101), kind: 'api' })).toEqual({ name: { tooLong: 100 } });
});

test('a value that was typed for another kind of trigger does not count', () => {
  const values: TargetValues = { ...emptyTarget, name: 'x', kind: 'text', text: 'hi', command: '' };
  expect(findProblems(values)).toEqual({});
  expect(toDraft(values).trigger).toEqual({ kind: 'text', text: 'hi', match: 'contains' });
});

test('paths of the server lead to fields of the form', () => {
  expect(findField('trigger.name', 'command')).toBe('command');
  expect(findField('trigger.name', 'webapp')).toBe('webapp');
  expect(findField('trigger.text', 'text')).toBe('text');
  expect(findField('trigger.value', 'start_param')).toBe('paramValue');
  expect(findField('value.amount', 'api')).toBe('amount');
  expect(findField('name', 'command')).toBe('name');
  expect(findField('trigger.nothing', 'text')).toBe(null);
});
