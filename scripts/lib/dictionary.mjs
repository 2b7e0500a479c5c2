/** @typedef {Map<string, string>} Dictionary from dotted key to text */

/** Plural forms that each language needs for whole numbers. */
const pluralForms = { en: ['one', 'other'], ru: ['one', 'few', 'many', 'other'] };
const pluralEnding = /_(?:zero|one|two|few|many|other)$/;

/**
 * @param {object} nested
 * @param {string} [prefix]
 * @returns {Dictionary}
 */
export function flatten(nested, prefix = '') {
  return new Map(
    Object.entries(nested).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? [...flatten(value, `${prefix}${key}.`)]
        : [/** @type {[string, string]} */ ([prefix + key, String(value)])],
    ),
  );
}

/** @param {string} key @returns {string} the key that code asks for: without a plural's ending */
export function stemOf(key) {
  return key.replace(pluralEnding, '');
}

/**
 * @param {Dictionary} dictionary
 * @param {string} key
 * @returns {boolean} whether the key stands for all texts below it, as code may ask for them together (`returnObjects`)
 */
export function isGroup(dictionary, key) {
  return [...dictionary.keys()].some((each) => each.startsWith(`${key}.`));
}

/**
 * Lists differences between the two languages in keys, plural forms and variables; and texts that are empty.
 * @param {Dictionary} en
 * @param {Dictionary} ru
 * @returns {string[]}
 */
export function compareDictionaries(en, ru) {
  const plurals = new Set([...en.keys(), ...ru.keys()].filter((key) => key.endsWith('_other')).map(stemOf));
  const isPlural = (/** @type {string} */ key) => pluralEnding.test(key) && plurals.has(stemOf(key));
  const collectKeys = (/** @type {'en' | 'ru'} */ language) => [
    ...new Set([...en.keys(), ...ru.keys()].filter((key) => !isPlural(key))),
    ...[...plurals].flatMap((stem) => pluralForms[language].map((form) => `${stem}_${form}`)),
  ];
  const findProblems = (/** @type {'en' | 'ru'} */ language, /** @type {Dictionary} */ dictionary) => {
    const keys = collectKeys(language);
    const keySet = new Set(keys);
    return [
      ...keys.filter((key) => !dictionary.has(key)).map((key) => `${language} lacks ${key}`),
      ...[...dictionary.keys()].filter((key) => !keySet.has(key)).map((key) => `${language} has no use for ${key}`),
      ...[...dictionary]
        .filter(([, text]) => text.trim() === '')
        .map(([key]) => `${language} has an empty text: ${key}`),
    ];
  };
  return [...findProblems('en', en), ...findProblems('ru', ru), ...differentVariables(en, ru)];
}

/** @param {Dictionary} en @param {Dictionary} ru */
function differentVariables(en, ru) {
  return [...ru].flatMap(([key, text]) => {
    const english = en.get(key) ?? en.get(`${stemOf(key)}_other`);
    if (english === undefined) return [];
    const [want, have] = [findVariables(english), findVariables(text)];
    // A form for one thing may write the number as a word, so the count itself may be left out.
    const differs =
      [...want].some((name) => !have.has(name) && name !== 'count') ||
      [...have].some((name) => !want.has(name) && name !== 'count');
    return differs
      ? [`${key} has other variables in ru (${[...have].join(', ')}) than in en (${[...want].join(', ')})`]
      : [];
  });
}

/** @param {string} text @returns {Set<string>} names between {{ and }}, without their formats */
function findVariables(text) {
  return new Set([...text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)].map((match) => match[1] ?? ''));
}

/**
 * Finds the texts of the dictionary that a source file uses.
 * @param {string} source
 * @returns {{ keys: string[], literals: string[], patterns: RegExp[] }} keys given to t(); every dotted literal, since a key may
 * travel as data; and the shapes of keys that are put together
 */
export function usesIn(source) {
  const literals = [...source.matchAll(/(['"])([A-Z]\w*(?:\.\w+)+)\1/g)].map((match) => match[2] ?? '');
  const called = [...source.matchAll(/\bt\(\s*(['"])([^'"]+)\1/g)].map((match) => match[2] ?? '');
  const attributes = [...source.matchAll(/\bi18nKey=(['"])([^'"]+)\1/g)].map((match) => match[2] ?? '');
  const keys = [...called, ...attributes];
  const patterns = [...source.matchAll(/`([A-Z]\w*(?:\.[^`]*)?\$\{[^`]*)`/g)].map((match) =>
    buildPattern(match[1] ?? ''),
  );
  return { keys, literals: [...literals, ...keys], patterns };
}

/** @param {string} template the inside of a template literal */
function buildPattern(template) {
  const escaped = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.+')}$`);
}

/**
 * @param {Dictionary} dictionary
 * @param {readonly string[]} literals
 * @param {readonly RegExp[]} patterns
 * @returns {string[]} keys that no code can ask for
 */
export function unusedKeys(dictionary, literals, patterns) {
  const usedLiterals = new Set(literals);
  const groups = [...usedLiterals].filter((literal) => isGroup(dictionary, literal)).map((literal) => `${literal}.`);
  return [...dictionary.keys()].filter((key) => {
    const stem = stemOf(key);
    const isUsed = usedLiterals.has(key) || usedLiterals.has(stem) || groups.some((group) => key.startsWith(group));
    return !isUsed && !patterns.some((pattern) => pattern.test(key) || pattern.test(stem));
  });
}
