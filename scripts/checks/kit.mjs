import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootPath } from '../lib/paths.mjs';
import { sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

const maxLines = 7_700;
/** The table component, and the charts that are tables: bars, hours, cohorts. */
const maxTables = 4;
/** Mantine's five sizes, and `2xs` and `2xl` of base.css. */
const maxFontSizes = 7;

/** The dashboard draws by its kit: few files with a table of their own, few font sizes, no dead styles. @returns {Promise<Verdict>} */
export async function kit() {
  const files = (await sourceFiles()).filter((file) => file.startsWith('dashboard/src/'));
  const read = (/** @type {string} */ file) => ({ file, text: readFileSync(rootPath(file), 'utf8') });
  return judgeKit(
    files.filter((file) => file.endsWith('.css')).map(read),
    files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)).map(read),
  );
}

/**
 * @param {readonly { file: string, text: string }[]} sheets
 * @param {readonly { file: string, text: string }[]} modules
 * @returns {Verdict}
 */
export function judgeKit(sheets, modules) {
  const lines = sheets.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  const tables = modules.filter(({ text }) => text.includes('<table')).map(({ file }) => file);
  const sizes = new Set(sheets.flatMap(({ text }) => fontSizes(text)));
  const problems = [];
  if (lines > maxLines) problems.push(`dashboard: ${lines} lines of CSS (at most ${maxLines})`);
  if (tables.length > maxTables)
    problems.push(`<table in ${tables.length} files (at most ${maxTables}): ${tables.join(', ')}`);
  if (sizes.size > maxFontSizes)
    problems.push(`${sizes.size} font sizes (at most ${maxFontSizes}): ${[...sizes].sort().join(', ')}`);
  for (const { file, text } of sheets) {
    problems.push(
      ...fontSizes(text)
        .filter((size) => !size.startsWith('var('))
        .map((size) => `${file}: font-size ${size} is not of the scale`),
    );
  }
  problems.push(...deadClasses(sheets, modules));
  return {
    problems,
    summary: `${lines} lines of CSS, ${sizes.size} font sizes, ${tables.length} files with a table`,
  };
}

/** @param {string} text @returns {string[]} what a sheet sets font sizes to; `inherit` and sizes relative to the text around are none */
function fontSizes(text) {
  return [...text.matchAll(/^\s*font-size:\s*([^;]+);/gm)]
    .map(([, value = '']) => value)
    .filter((value) => value !== 'inherit' && !/^[\d.]+(em|%)$/.test(value));
}

/**
 * Classes that no module uses, and used ones that no sheet defines. A module that reads classes by a computed name
 * (`classes[name]`) uses all of them.
 * @param {readonly { file: string, text: string }[]} sheets
 * @param {readonly { file: string, text: string }[]} modules
 * @returns {string[]}
 */
function deadClasses(sheets, modules) {
  /** @type {Map<string, Set<string>>} */
  const usedNames = new Map();
  for (const { file, text } of modules) {
    for (const [, name = '', path = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const sheet = join(dirname(file), path);
      const names = usedNames.get(sheet) ?? new Set();
      for (const [, className = ''] of text.matchAll(new RegExp(`(?<![\\w./-])${name}\\.(\\w+)`, 'g')))
        names.add(className);
      if (text.includes(`${name}[`)) names.add('*');
      usedNames.set(sheet, names);
    }
  }
  return sheets
    .filter(({ file }) => file.endsWith('.module.css'))
    .flatMap(({ file, text }) => {
      const names = usedNames.get(file) ?? new Set();
      if (names.has('*')) return [];
      const defined = new Set(
        [
          ...text
            .replace(/\/\*.*?\*\//gs, '')
            .replace(/:global\([^)]*\)/g, '')
            .matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g),
        ].map(([, className = '']) => className),
      );
      return [
        ...[...defined].filter((className) => !names.has(className)).map((own) => `${file}: nothing uses .${own}`),
        ...[...names]
          .filter((className) => !defined.has(className))
          .map((own) => `${file}: .${own} is used and not defined`),
      ];
    });
}
