import { isCode, readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

/** @type {readonly [what: string, pattern: RegExp][]} */
const forbidden = [
  ['silences the compiler', /@ts-(?:ignore|expect-error|nocheck)/],
  ['silences the linter', /biome-(?:ignore)|eslint-(?:disable)/],
  ['hides code from the dead-code check', /@(?:knipignore|lintignore)/],
  ['hides code from coverage', /(?:v8|istanbul|c8) ignore/],
  ['unfinished work', /\b(?:TODO|FIXME|XXX|HACK)\b/],
  ['a promise instead of a feature', /coming soon/i],
  ['a test that is left out or runs alone', /\b(?:it|test|describe|suite)\.(?:skip|only|todo|fixme|fails)\b/],
  ['a forgotten breakpoint', /^\s*debugger;/],
  ['a constant in capitals instead of camelCase', /^\s*(?:export )?const [A-Z][A-Z\d_]{2,}\b/],
];

/** Finds what was left behind in a hurry. @returns {Promise<Verdict>} */
export async function leftovers() {
  const files = (await sourceFiles()).filter(
    (file) => (isCode(file) || /\.(html|sql)$/.test(file)) && !file.startsWith('scripts/checks/'),
  );
  return { problems: files.flatMap((file) => findLeftovers(file, readSource(file))) };
}

/** @param {string} file @param {string} source @returns {string[]} */
export function findLeftovers(file, source) {
  return source
    .split('\n')
    .flatMap((line, index) =>
      forbidden
        .filter(([, pattern]) => pattern.test(line))
        .map(([reason]) => `${file}:${index + 1} ${reason}: ${line.trim()}`),
    );
}
