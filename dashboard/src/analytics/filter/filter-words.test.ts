import { parseFilter } from '@botscope/contract';
import { expect, it } from 'vitest';
import { translator } from '../words.fixture.ts';
import { nameFilter } from './filter-words.ts';

it.each([
  ['en', '', ''],
  ['en', 'source:ads,site', 'Source: ads or site'],
  ['en', 'source:', 'Source: Direct'],
  ['en', 'language:!ru,de', 'Language: not Russian, not German'],
  ['en', 'premium:yes;country:BR', 'Premium: Premium and Country: Brazil'],
  ['en', 'param.medium:|gender:unknown', '(Parameter medium: No value) or (Gender: Unknown)'],
  ['ru', 'source:ads,site', 'Источник: ads или site'],
  ['ru', 'language:!ru', 'Язык: не Русский'],
  ['ru', 'premium:no;command:/start', 'Premium: Без Premium и Команда или кнопка: /start'],
] as const)('%s: "%s" reads "%s"', async (language, text, words) => {
  const t = await translator(language);
  expect(nameFilter(parseFilter(text) ?? [], t, language)).toBe(words);
});
