import type { Language } from '@botscope/contract';
import i18next, { type TFunction } from 'i18next';
import { loadDictionary } from '../platform/i18n/dictionaries.ts';
import { loadTexts } from '../platform/i18n/load-texts.fixture.ts';
import { reportNames as english } from './locales/en/report-names.ts';
import { reportNames as russian } from './locales/ru/report-names.ts';

/** The dashboard's own texts about reports, for tests of what is written. */
export async function translator(language: Language): Promise<TFunction> {
  const words = i18next.createInstance();
  const t = await words.init({ lng: language, resources: {}, interpolation: { escapeValue: false } });
  words.addResourceBundle(language, 'translation', await loadTexts(language, []));
  words.addResourceBundle(language, 'translation', { Reports: language === 'en' ? english : russian });
  words.addResourceBundle(language, 'translation', await loadDictionary('Reports', language), true);
  return t;
}
