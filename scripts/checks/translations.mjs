import { compareDictionaries, flatten, isGroup, stemOf, unusedKeys, usesIn } from '../lib/dictionary.mjs';
import { at } from '../lib/paths.mjs';
import { isTest, readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */
/** @typedef {import('../lib/dictionary.mjs').Dictionary} Dictionary */

const errorTexts = 'General.ErrorsText.';

/** Both languages say the same things, say all that is asked of them, and nothing that is not. @returns {Promise<Verdict>} */
export async function translations() {
  const files = await sourceFiles();
  const [en, ru, { errors }] = await Promise.all([
    dictionary(files, 'en'),
    dictionary(files, 'ru'),
    import(at('contract/src/errors.ts')),
  ]);
  const code = files.filter(
    (file) => /^dashboard\/src\/.*\.tsx?$/.test(file) && !file.includes('/locales/') && !isTest(file),
  );
  const uses = code.map((file) => ({ file, ...usesIn(readSource(file)) }));
  return {
    problems: [
      ...compareDictionaries(en, ru),
      ...Object.keys(errors)
        .filter((name) => !en.has(errorTexts + name))
        .map((name) => `the error ${name} has no text (${errorTexts}${name})`),
      ...uses.flatMap(({ file, keys }) =>
        unknownKeys(en, keys).map((key) => `${file} asks for ${key}, which no dictionary has`),
      ),
      ...unusedKeys(
        en,
        uses.flatMap(({ literals }) => literals),
        uses.flatMap(({ patterns }) => patterns),
      ).map((key) => `nothing asks for ${key}`),
    ],
    summary: `${en.size} English and ${ru.size} Russian texts`,
  };
}

/** @param {Dictionary} dictionary @param {readonly string[]} keys */
function unknownKeys(dictionary, keys) {
  const stems = new Set([...dictionary.keys()].map(stemOf));
  return keys.filter((key) => !dictionary.has(key) && !stems.has(key) && !isGroup(dictionary, key));
}

/**
 * All texts of a language: the shared ones, the names of pages that features give (locales/*\/menu.ts), and every part
 * that a texts.ts loads. Read as the build joins them in dashboard/src/app/locales.
 * @param {readonly string[]} files
 * @param {'en' | 'ru'} language
 * @returns {Promise<Dictionary>}
 */
async function dictionary(files, language) {
  const source = 'dashboard/src/';
  const [{ shared }, { home }, { reports }] = await Promise.all(
    ['platform/i18n', 'features/home', 'analytics'].map(
      (folder, index) =>
        import(at(`${source}${folder}/locales/${language}/${['shared', 'home', 'reports'][index]}.ts`)),
    ),
  );
  const menus = files.filter((file) => file.startsWith(source) && file.endsWith(`/locales/${language}/menu.ts`));
  const parts = files.filter((file) => /^dashboard\/src\/(?!app\/texts|platform\/).*\/texts\.ts$/.test(file));
  const names = await Promise.all(menus.map(async (file) => (await import(at(file))).menu));
  const modules = await Promise.all(parts.map((file) => import(at(file))));
  const texts = await Promise.all(
    modules
      .flatMap((module) => Object.values(module))
      .map((/** @type {Record<'en' | 'ru', () => Promise<object>>} */ part) => part[language]()),
  );
  const found = [{ ...shared, Home: home, Menu: Object.assign({}, shared.Menu, ...names), Reports: reports }, ...texts];
  return new Map(found.flatMap((each) => [...flatten(each)]));
}
