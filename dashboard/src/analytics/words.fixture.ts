import type { Language } from '@botscope/contract';
import i18next, { type TFunction } from 'i18next';
import { en } from '../app/locales/en/index.ts';
import { ru } from '../app/locales/ru/index.ts';

/** The dashboard's own words, for tests of what is written. */
export async function translator(language: Language): Promise<TFunction> {
  const words = i18next.createInstance();
  return words.init({
    lng: language,
    resources: { en: { translation: en }, ru: { translation: ru } },
    interpolation: { escapeValue: false },
  });
}
