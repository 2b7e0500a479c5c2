import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { compareDictionaries, flatten, isGroup, stemOf, unusedKeys, usesIn } from '../lib/dictionary.mjs';
import { rootPath } from '../lib/paths.mjs';
import { isTest, readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */
/** @typedef {import('../lib/dictionary.mjs').Dictionary} Dictionary */

const errorTexts = 'General.ErrorsText.';

/** Both languages say the same things, say all that is asked of them, and nothing that is not. @returns {Promise<Verdict>} */
export async function translations() {
  const files = await sourceFiles();
  const { errors } = await import(rootPath('contract/src/errors.ts'));
  const [en, ru] = await dictionaries();
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
 * All texts of both languages: those of the first visit, and those of single pages. The bundler loads them, since it
 * alone knows how the texts of features are joined (import.meta.glob).
 * @returns {Promise<[Dictionary, Dictionary]>}
 */
async function dictionaries() {
  const vite = createRequire(rootPath('dashboard/package.json')).resolve('vite');
  /** @type {typeof import('vite')} */
  const { createServer } = await import(pathToFileURL(vite).href);
  const environment = process.env.NODE_ENV;
  const bundler = await createServer({
    configFile: false,
    root: rootPath('dashboard'),
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  // The bundler's server sets it, and the build of the next check would be one for development.
  if (environment === undefined) delete process.env.NODE_ENV;
  /** @param {'en' | 'ru'} language @returns {Promise<Dictionary>} */
  const dictionary = async (language) => {
    const { firstVisit } = await bundler.ssrLoadModule(
      rootPath(`dashboard/src/app/locales/${language}/first-visit.ts`),
    );
    const { loadDictionary, textKeys } = await bundler.ssrLoadModule(
      rootPath('dashboard/src/platform/i18n/dictionaries.ts'),
    );
    const texts = await Promise.all(
      textKeys(language).map((/** @type {string} */ key) => loadDictionary(key, language)),
    );
    return new Map([firstVisit, ...texts].flatMap((each) => [...flatten(each)]));
  };
  try {
    return [await dictionary('en'), await dictionary('ru')];
  } finally {
    await bundler.close();
  }
}
