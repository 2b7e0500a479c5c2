import { compareDictionaries, flatten, isGroup, stemOf, unusedKeys, usesIn } from '../lib/dictionary.mjs';
import { at } from '../lib/paths.mjs';
import { isTest, readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */
/** @typedef {import('../lib/dictionary.mjs').Dictionary} Dictionary */

const errorTexts = 'General.ErrorsText.';

/** Both languages say the same things, say all that is asked of them, and nothing that is not. @returns {Promise<Verdict>} */
export async function translations() {
  const [{ en: english }, { ru: russian }, { errors }] = await Promise.all([
    import(at('dashboard/src/app/locales/en/index.ts')),
    import(at('dashboard/src/app/locales/ru/index.ts')),
    import(at('contract/src/errors.ts')),
  ]);
  const en = flatten(english);
  const ru = flatten(russian);
  const code = (await sourceFiles()).filter(
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
