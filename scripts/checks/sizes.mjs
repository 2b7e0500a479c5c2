import { isCode, readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

const hardLimit = 500;
const reviewLimit = 300;
/** Data, dictionaries and generated text may be as long as they need. */
const exempt = [/\/locales\//, /\/fixtures\//, /\.data\.ts$/, /\.gen\.ts$/, /\.sql$/];

/** A file that does not fit in the head is two files. @returns {Promise<Verdict>} */
export async function sizes() {
  const files = (await sourceFiles()).filter((file) => isCode(file) && !exempt.some((pattern) => pattern.test(file)));
  return judgeSizes(files.map((file) => ({ file, lines: countLines(readSource(file)) })));
}

/** @param {string} text @returns {number} */
export function countLines(text) {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

/**
 * @param {readonly { file: string, lines: number }[]} files
 * @returns {Verdict}
 */
export function judgeSizes(files) {
  const sortedFiles = [...files].sort((a, b) => b.lines - a.lines);
  const show = (/** @type {{ file: string, lines: number }} */ { file, lines }) => `${file}: ${lines} lines`;
  return {
    problems: sortedFiles
      .filter(({ lines }) => lines > hardLimit)
      .map((entry) => `${show(entry)} (at most ${hardLimit})`),
    notes: sortedFiles.filter(({ lines }) => lines > reviewLimit && lines <= hardLimit).map(show),
    summary: `${files.length} files, the longest ${sortedFiles[0]?.lines ?? 0} lines`,
  };
}
