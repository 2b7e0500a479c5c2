import { deniedWords } from '../lib/denied-words.mjs';
import { readSource, sourceFiles } from '../lib/sources.mjs';
import { identifiersIn, plainWords } from '../lib/words.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */
/** @typedef {import('../lib/denied-words.mjs').DeniedWord} DeniedWord */
/** @typedef {{ word: string, place: string }} Finding */

const longestLine = 120;
const longLines = 'document lines over 120';
/** Two lines of a terminal. */
const longestCell = 2 * longestLine;
const longCells = 'table cells over 240';
const shownPlaces = 20;
const compared = /\.(ts|tsx|mjs|js|css|sql|md|html|py|go)$/;
/** The list itself and its tests name every word; generated files and data are not written by users. */
const exempt = [/^scripts\/(?:lib|checks)\/(?:denied-)?words\b/, /\.gen\.ts$/, /\.data\.ts$/];
const texts = /\.md$|\/locales\/|\/platform\/mail\/|contract\/src\/errors\.ts$|\/notices\.ts$/;

/** No private words, and documents that a terminal shows without wrapping. @returns {Promise<Verdict>} */
export async function words() {
  const files = (await sourceFiles()).filter(
    (file) => compared.test(file) && !exempt.some((pattern) => pattern.test(file)),
  );
  const findings = files.flatMap((file) => {
    const source = readSource(file);
    return [
      ...findDenied(file, source),
      ...(file.endsWith('.md') ? [...findLongLines(file, source), ...findLongCells(file, source)] : []),
    ];
  });
  return judgeWords(findings);
}

/** @param {string} file @param {string} source @returns {Finding[]} */
export function findDenied(file, source) {
  const lines = source.split('\n').map((text, index) => ({ text, place: `${file}:${index + 1}` }));
  const isText = texts.test(file);
  const names = identifiersIn(file, source);
  return [
    ...findInLine({
      text: file,
      place: file,
      isText: false,
      names: [file.replace(/.*\//, '').replace(/\..*/, '')],
    }),
    ...lines.flatMap((line, index) => findInLine({ ...line, isText, names: names[index] ?? [] })),
  ];
}

/** @param {string} file @param {string} source @returns {Finding[]} */
export function findLongLines(file, source) {
  const lines = source.split('\n');
  const bodyStart = lines[0] === '---' ? lines.indexOf('---', 1) : 0;
  let isCode = false;
  return lines.flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const cannotWrap =
      index < bodyStart ||
      isCode ||
      /^\s*\|/.test(line) ||
      /^\s*(?:[-*>]\s|\d+\.\s)?(?:\S+|!?\[[^\]]*\]\([^)]*\)\S?)$/.test(line);
    return line.length > longestLine && !cannotWrap ? [{ word: longLines, place: `${file}:${index + 1}` }] : [];
  });
}

/** @param {string} file @param {string} source @returns {Finding[]} */
export function findLongCells(file, source) {
  return source.split('\n').flatMap((line, index) => {
    const isLong = line.startsWith('|') && line.split(/(?<!\\)\|/).some((cell) => cell.trim().length > longestCell);
    return isLong ? [{ word: longCells, place: `${file}:${index + 1}` }] : [];
  });
}

/** @param {readonly Finding[]} findings @returns {Verdict} */
export function judgeWords(findings) {
  const instead = new Map(deniedWords.map((entry) => [entry.word, entry.instead]));
  const problems = [...Map.groupBy(findings, ({ word }) => word)].map(([word, occurrences]) => {
    const places = occurrences.slice(0, shownPlaces).map(({ place }) => place);
    const suggestion = instead.has(word) ? ` Better: ${instead.get(word)}.` : '';
    return `"${word}" occurs ${occurrences.length} times.${suggestion} ${places.join(', ')}`;
  });
  return { problems, summary: `${deniedWords.length} denied words` };
}

/** @typedef {DeniedWord & { pattern: RegExp }} Matcher */

/** @type {readonly Matcher[]} */
const matchers = deniedWords.map((entry) => ({ ...entry, pattern: buildPattern(entry) }));
const openMatchers = matchers.filter(({ word }) => word.includes('*'));
/** Most lines have none of the first words, and 139 expressions for each line would take seconds. */
const byFirstWord = Map.groupBy(
  matchers.filter((matcher) => !openMatchers.includes(matcher)),
  ({ word }) => plainWords(word).split(' ')[0],
);

/** @param {DeniedWord} entry @returns {RegExp} */
function buildPattern({ word, where }) {
  if (where === 'identifier') return new RegExp(`^${word}$`);
  const escaped = plainWords(word).replaceAll('*', '\\p{L}*').replace(/\s+/g, '\\s+');
  if (where === 'table')
    return new RegExp(`\\b(?:from|join|into|table|truncate) (?:if (?:not )?exists )?${escaped}\\b`, 'g');
  return new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'gu');
}

/**
 * @param {{ text: string, place: string, isText: boolean, names: readonly string[] }} line
 * @returns {Finding[]}
 */
function findInLine({ text, place, isText, names }) {
  const plainText = plainWords(text);
  const candidates = new Set([
    ...(plainText.match(/[\p{L}\d]+/gu) ?? []).flatMap((part) => byFirstWord.get(part) ?? []),
    ...(isText ? openMatchers : []),
  ]);
  const splitNames = candidates.size > 0 ? names.map(plainWords) : [];
  return [...candidates].flatMap(({ word, where, pattern, except }) => {
    if (where === 'text' && !isText) return [];
    if (except.some((exception) => exception.test(text))) return [];
    const compared = where === 'identifier' ? names : where === 'name' ? splitNames : [plainText];
    const count = compared.reduce((sum, part) => sum + (part.match(pattern)?.length ?? 0), 0);
    return Array.from({ length: count }, () => ({ word, place }));
  });
}
