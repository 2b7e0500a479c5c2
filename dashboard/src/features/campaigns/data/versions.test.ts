import { computeShares, listVersions } from '@botscope/contract';
import { expect, it } from 'vitest';
import { emptyValues } from './draft.ts';
import {
  addLanguage,
  addVariant,
  findMessage,
  findVersion,
  removeLanguage,
  removeVariant,
  withMessage,
} from './versions.ts';

const emptyDraft = emptyValues('News');
const values = { ...emptyDraft, message: { ...emptyDraft.message, text: 'Hello' } };
const listTexts = (draft: typeof values | ReturnType<typeof addVariant>) =>
  listVersions(draft).map(({ variant, language, message }) => `${variant}.${language} ${message.text}`);

it('adds a variant as a copy of A, with equal shares', () => {
  const twoVariants = addVariant(addLanguage(values, 'A', 'ru'));
  expect(listTexts(twoVariants)).toEqual(['A. Hello', 'A.ru Hello', 'B. Hello', 'B.ru Hello']);
  expect(computeShares(twoVariants.variants)).toEqual([50, 50]);
  expect(computeShares(addVariant(twoVariants).variants)).toEqual([34, 33, 33]);
});

it('changes the message of one version alone', () => {
  const twoVariants = addVariant(addLanguage(values, 'A', 'ru'));
  const changedValues = withMessage(twoVariants, { variant: 'B', language: 'ru' }, { text: 'Привет' });
  expect(listTexts(changedValues)).toEqual(['A. Hello', 'A.ru Hello', 'B. Hello', 'B.ru Привет']);
  expect(listTexts(withMessage(changedValues, { variant: 'A', language: '' }, { text: 'Hi' }))[0]).toBe('A. Hi');
  expect(findMessage(changedValues, { variant: 'B', language: 'ru' }).text).toBe('Привет');
});

it('removes a variant with its languages, and the test with the last of them', () => {
  const test = { share: 20, hours: 4, winner: { by: 'pressed' as const } };
  const three = addVariant(addVariant(values));
  const testedValues = { ...three, variants: { ...three.variants, test } };
  const twoVariants = removeVariant(withMessage(testedValues, { variant: 'C', language: '' }, { text: 'C' }), 'B');
  expect(listTexts(twoVariants)).toEqual(['A. Hello', 'B. C']);
  expect(twoVariants.variants.test).toEqual(test);
  expect(removeVariant(twoVariants, 'B').variants).toMatchObject({ others: [], test: null });
  expect(listTexts(removeLanguage(addLanguage(values, 'A', 'ru'), { variant: 'A', language: 'ru' }))).toEqual([
    'A. Hello',
  ]);
});

it('finds the nearest version to what an address names', () => {
  const twoVariants = addVariant(addLanguage(values, 'A', 'ru'));
  expect(findVersion(twoVariants, { variant: 'B', language: 'ru' })).toEqual({ variant: 'B', language: 'ru' });
  expect(findVersion(twoVariants, { variant: 'D', language: 'de' })).toEqual({ variant: 'A', language: '' });
});
