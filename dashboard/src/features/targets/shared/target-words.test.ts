import { updateKinds } from '@botscope/contract';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { loadTexts } from '../../../platform/i18n/load-texts.fixture.ts';
import { targetName, triggerWords, valueWords } from './target-words.ts';

beforeAll(async () => {
  await i18next.init({ resources: {}, interpolation: { escapeValue: false } });
  for (const language of ['en', 'ru'] as const)
    i18next.addResourceBundle(language, 'translation', await loadTexts(language, ['Conversions']));
});
const inLanguage = (language: 'en' | 'ru') => i18next.getFixedT(language);

test('triggers read as users say them', () => {
  const t = inLanguage('en');
  expect(triggerWords(t, { kind: 'command', name: '/buy' })).toBe('Command /buy');
  expect(triggerWords(t, { kind: 'button', data: 'buy:', match: 'begins' })).toBe('Button data starts with “buy:”');
  expect(triggerWords(t, { kind: 'text', text: 'price', match: 'contains' })).toBe('Text contains “price”');
  expect(triggerWords(t, { kind: 'start', payload: '' })).toBe('Any launch by /start or a link');
  expect(triggerWords(t, { kind: 'start_param', param: 'source', value: 'ads' })).toBe('Launch with source = ads');
  expect(triggerWords(inLanguage('ru'), { kind: 'start_param', param: 'source', value: '' })).toBe(
    'Запуск с любым source',
  );
});

test('every kind of event has words in both languages', () => {
  for (const event of updateKinds) {
    for (const language of ['en', 'ru'] as const) {
      expect(triggerWords(inLanguage(language), { kind: 'event', event })).not.toContain('Conversions.');
    }
  }
});

test('values, and the names of the built-in targets', () => {
  const t = inLanguage('ru');
  expect(valueWords(t, { kind: 'fixed', amount: 99_000, currency: 'RUB' }, 'ru').replace(/\s/g, ' ')).toBe('990 ₽');
  expect(valueWords(t, { kind: 'event' }, 'ru')).toBe('как в событии');
  expect(targetName(t, 1, 'Sale')).toBe('Продажа');
  expect(targetName(t, 12, 'Sale')).toBe('Sale');
});
