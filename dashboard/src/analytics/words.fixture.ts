import type { Language } from '@botscope/contract';
import i18next, { type TFunction } from 'i18next';
import { loadTexts } from '../platform/i18n/load-texts.fixture.ts';
import { reports as english } from './locales/en/reports.ts';
import { reports as russian } from './locales/ru/reports.ts';
import { reportTexts } from './texts.ts';

/** The dashboard's own texts about reports, for tests of what is written. */
export async function translator(language: Language): Promise<TFunction> {
  const words = i18next.createInstance();
  const t = await words.init({ lng: language, resources: {}, interpolation: { escapeValue: false } });
  words.addResourceBundle(language, 'translation', await loadTexts(language, []));
  words.addResourceBundle(language, 'translation', { Reports: language === 'en' ? english : russian });
  words.addResourceBundle(language, 'translation', await reportTexts[language](), true);
  return t;
}
