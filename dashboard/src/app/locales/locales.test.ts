import { errors, type Language } from '@botscope/contract';
import { expect, test } from 'vitest';
import { loadDictionary, textKeys } from '../../platform/i18n/dictionaries.ts';
import { firstVisit as englishFirst } from './en/first-visit.ts';
import { firstVisit as russianFirst } from './ru/first-visit.ts';

const firstVisits = { en: englishFirst, ru: russianFirst };

/** Every text by its dotted key. */
function flatten(dictionary: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(dictionary)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) found.set(inner, text);
  }
  return found;
}

/** The first visit's texts first: reports add to what it says of them. */
const all = async (language: Language) => {
  const parts = await Promise.all(textKeys(language).map((key) => loadDictionary(key, language)));
  return new Map([firstVisits[language], ...parts].flatMap((texts) => [...flatten(texts)]));
};

const english = await all('en');
const russian = await all('ru');
const slots = (text: string) => [...new Set(text.match(/\{\{\w+/g))].sort();
/** Plural forms of one text share their stem. */
const stem = (key: string) => key.replace(/_(one|few|many|other)$/, '');

test('every error code has a text in both languages', () => {
  for (const code of [...Object.keys(errors), 'InternetUnavailable']) {
    expect(english.get(`General.ErrorsText.${code}`), code).toBeTruthy();
    expect(russian.get(`General.ErrorsText.${code}`), code).toBeTruthy();
  }
});

test('both languages have the same texts', () => {
  const stems = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(stem))].sort();
  expect(stems(russian)).toEqual(stems(english));
});

test('no text is empty, and Russian is Russian', () => {
  // Names and signs that are the same everywhere.
  const names = ['Botscope', 'Telegram', 'Premium', 'Telegram Premium', 'Mini App', 'Long polling'];
  const withoutSlots = (text: string) => text.replace(/\{\{.*?\}\}/g, '').replace(/:? *$/, '');
  // Tools of integrations have names of their own, and so have the fields of their settings.
  const isOfTool = (key: string) => /^Providers\..*\.(name|label|options\.\w+)$/.test(key);
  const same = new Set(
    [...english].filter(([key, text]) => russian.get(key) === text && !isOfTool(key)).map(([, text]) => text),
  );
  expect([...english.values(), ...russian.values()].filter((text) => text.trim() === '')).toEqual([]);
  expect(
    [...same].filter((text) => /[a-z]{3}/.test(withoutSlots(text)) && !names.includes(withoutSlots(text))),
  ).toEqual([]);
});

test('both languages fill the same slots', () => {
  for (const [key, text] of russian) {
    const source = english.get(key) ?? english.get(`${stem(key)}_other`) ?? '';
    expect(slots(text), key).toEqual(slots(source));
  }
});
