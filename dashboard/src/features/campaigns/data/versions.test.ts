import { sharesOf, versionsOf } from '@botscope/contract';
import { expect, it } from 'vitest';
import { emptyValues } from './draft.ts';
import {
  addLanguage,
  addVariant,
  findVersion,
  messageOf,
  removeLanguage,
  removeVariant,
  withMessage,
} from './versions.ts';

const empty = emptyValues('News');
const values = { ...empty, message: { ...empty.message, text: 'Hello' } };
const textsOf = (of: typeof values | ReturnType<typeof addVariant>) =>
  versionsOf(of).map(({ variant, language, message }) => `${variant}.${language} ${message.text}`);

it('adds a variant as a copy of A, with equal shares', () => {
  const two = addVariant(addLanguage(values, 'A', 'ru'));
  expect(textsOf(two)).toEqual(['A. Hello', 'A.ru Hello', 'B. Hello', 'B.ru Hello']);
  expect(sharesOf(two.variants)).toEqual([50, 50]);
  expect(sharesOf(addVariant(two).variants)).toEqual([34, 33, 33]);
});

it('changes the message of one version alone', () => {
  const two = addVariant(addLanguage(values, 'A', 'ru'));
  const changed = withMessage(two, { variant: 'B', language: 'ru' }, { text: 'Привет' });
  expect(textsOf(changed)).toEqual(['A. Hello', 'A.ru Hello', 'B. Hello', 'B.ru Привет']);
  expect(textsOf(withMessage(changed, { variant: 'A', language: '' }, { text: 'Hi' }))[0]).toBe('A. Hi');
  expect(messageOf(changed, { variant: 'B', language: 'ru' }).text).toBe('Привет');
});

it('removes a variant with its languages, and the test with the last of them', () => {
  const test = { share: 20, hours: 4, winner: { by: 'pressed' as const } };
  const three = addVariant(addVariant(values));
  const tested = { ...three, variants: { ...three.variants, test } };
  const two = removeVariant(withMessage(tested, { variant: 'C', language: '' }, { text: 'C' }), 'B');
  expect(textsOf(two)).toEqual(['A. Hello', 'B. C']);
  expect(two.variants.test).toEqual(test);
  expect(removeVariant(two, 'B').variants).toMatchObject({ others: [], test: null });
  expect(textsOf(removeLanguage(addLanguage(values, 'A', 'ru'), { variant: 'A', language: 'ru' }))).toEqual([
    'A. Hello',
  ]);
});

it('finds the nearest version to what an address names', () => {
  const two = addVariant(addLanguage(values, 'A', 'ru'));
  expect(findVersion(two, { variant: 'B', language: 'ru' })).toEqual({ variant: 'B', language: 'ru' });
  expect(findVersion(two, { variant: 'D', language: 'de' })).toEqual({ variant: 'A', language: '' });
});
