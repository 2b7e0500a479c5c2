import { expect, test } from 'vitest';
import { compareDictionaries, flatten, unusedKeys, usesIn } from './dictionary.mjs';

const en = flatten({
  Home: { title: 'Summary', users_one: '{{count}} user', users_other: '{{count}} users' },
  Errors: { NotFound: 'No {{thing}}' },
});
const ruNested = {
  Home: {
    title: 'Сводка',
    users_one: 'пользователь',
    users_few: '{{count}} п',
    users_many: '{{count}} п',
    users_other: '{{count}} п',
  },
  Errors: { NotFound: 'Нет {{thing, text}}' },
};

test('complete dictionaries have no problems', () => {
  expect(compareDictionaries(en, flatten(ruNested))).toEqual([]);
});

test('a missing text, an empty one, a missing plural form and another variable are reported separately', () => {
  const { users_few: _, ...home } = ruNested.Home;
  const ru = flatten({ Home: { ...home, title: ' ', extra: 'Лишнее' }, Errors: { NotFound: 'Нет {{name}}' } });
  expect(compareDictionaries(en, ru)).toEqual([
    'en lacks Home.extra',
    'ru lacks Home.users_few',
    'ru has an empty text: Home.title',
    'Errors.NotFound has other variables in ru (name) than in en (thing)',
  ]);
});

test('keys are found where code asks for them: calls, attributes, data and templates', () => {
  const { keys, literals, patterns } = usesIn(`
    t('Home.title'); <Trans i18nKey="Home.users" />; const loader = { title: 'Notify.Saved' };
    t(\`Errors.\${code}\`);
  `);
  expect(keys).toEqual(['Home.title', 'Home.users']);
  expect(literals).toContain('Notify.Saved');
  expect(patterns.some((pattern) => pattern.test('Errors.NotFound'))).toBe(true);
  expect(patterns.some((pattern) => pattern.test('XErrors.NotFound'))).toBe(false);
});

test('a text that nothing asks for is dead; a plural is alive through its stem', () => {
  expect(unusedKeys(en, ['Home.users'], [/^Errors\..+$/])).toEqual(['Home.title']);
  expect(unusedKeys(en, ['Home', 'Errors.NotFound'], [])).toEqual([]);
});
